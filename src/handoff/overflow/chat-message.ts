/** A message as all providers have it in common. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** Tool calls of an assistant, with their input as JSON. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[];
  /** For `tool`: the call that it answers. */
  readonly answers: string | null;
  readonly images?: readonly ChatImage[];
}

/** A picture beside the text, by its address or by what it holds, in base64. */
export type ChatImage = { readonly url: string } | { readonly mediaType: string; readonly data: string };
