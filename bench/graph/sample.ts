/** One drawn call with the verdict of a reader: positions and names, no text of the repository. */
export interface SampleLine {
  /** `name@commit`. */
  readonly repository: string;
  readonly language: string;
  readonly path: string;
  readonly line: number;
  /** The definition around the call; null at top level. */
  readonly caller: string | null;
  readonly callee: string;
  /** The file says the type of the receiver. */
  readonly receiverTyped: boolean;
  /** null for a call that no rule placed. */
  readonly provenance: string | null;
  readonly target: { readonly path: string; readonly line: number; readonly name: string } | null;
  /** Of a call left open: wrong where its definition lies in the repository. */
  readonly verdict: 'correct' | 'wrong' | 'unsure' | null;
  readonly why: string;
}
