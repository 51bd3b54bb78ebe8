/** Which embedder to use, and how. */
export type EmbedderConfig = StaticConfig | TransformersConfig | HttpConfig;

export interface StaticConfig {
  readonly kind: 'static';
  /** A multiple of 32 from 32 to 1024; 128. */
  readonly dimensions?: number | undefined;
  /** File of a trained table, which sets the dimensions; without one every sub-word is hashed. */
  readonly table?: string | undefined;
}

export interface TransformersConfig {
  readonly kind: 'transformers';
  /** Name on the Hugging Face hub, or of a folder in `localPath`. */
  readonly model: string;
  /** Folder with model folders. When given nothing is downloaded. */
  readonly localPath?: string | undefined;
  /** Checked against what the model gives. */
  readonly dimensions?: number | undefined;
  /** How token vectors become one; `mean`. */
  readonly pooling?: 'mean' | 'cls' | undefined;
}

export interface HttpConfig {
  readonly kind: 'http';
  /** Base of an OpenAI-compatible server (`http://localhost:11434`), its `/v1`, or the whole endpoint. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** Checked against what the server gives; asked for with one request when absent. */
  readonly dimensions?: number | undefined;
  /** Texts a request; 32. */
  readonly batch?: number | undefined;
  /** For one request with its answer; 30 000. */
  readonly timeoutMs?: number | undefined;
}
