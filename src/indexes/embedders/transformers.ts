import { CtxError, type Embedder, throwIfAborted } from '../../core/index.ts';
import { batches, embedNonBlank, truncated } from './embed-texts.ts';
import type { TransformersConfig } from './embedder-config.ts';
import { unitVector } from './unit-vector.ts';

/** The part of `@huggingface/transformers` that is used. */
export interface TransformersModule {
  readonly env: { localModelPath: string; allowRemoteModels: boolean };
  pipeline(task: 'feature-extraction', model: string): Promise<FeatureExtractor>;
}

export interface FeatureExtractor {
  (
    texts: string[],
    options: { readonly pooling: 'mean' | 'cls'; readonly normalize: boolean },
  ): Promise<FeatureTensor>;
  dispose(): Promise<unknown>;
}

/** Row-major `dims[0] × dims[1]`. */
export interface FeatureTensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number>;
}

const PACKAGE = '@huggingface/transformers';
const INSTALL = `ONNXRUNTIME_NODE_INSTALL=skip npm install ${PACKAGE}@4.3.2`;
const BATCH = 16;
/** Far above the 512 tokens that most models read: bounds the work of the tokenizer. */
const MAX_LENGTH = 8192;

/**
 * A sentence-embedding model run in this process. `load` gives the package, an optional peer. Fails with
 * EMBEDDER_UNAVAILABLE when the package or the model is absent, with EMBEDDER_FAILED when the model's answer
 * is not what it should be.
 */
export async function createTransformersEmbedder(
  config: TransformersConfig,
  load: () => Promise<TransformersModule> = loadPackage,
): Promise<Embedder> {
  const pooling = config.pooling ?? 'mean';
  const source = `The model ${config.model}`;
  const extractor = await loadModel(config, await loadOrExplain(load));

  const extract = async (texts: readonly string[], expected: number | null): Promise<Float32Array[]> => {
    const inputs = texts.map((text) => truncated(text, MAX_LENGTH));
    return rowsOf(await run(extractor, inputs, pooling, source), inputs.length, expected, source);
  };
  const dimensions = (await extract(['dimensions'], config.dimensions ?? null))[0]?.length ?? 0;

  return {
    id: `transformers:${config.model}${pooling === 'mean' ? '' : `:${pooling}`}`,
    dimensions,
    label: `${config.model}, ${dimensions} dimensions: a transformer in this process`,
    cost: 'background',
    embed: (texts, _purpose, signal) =>
      embedNonBlank(texts, dimensions, async (filled) => {
        const vectors: Float32Array[] = [];
        for (const batch of batches(filled, BATCH)) {
          throwIfAborted(signal);
          vectors.push(...(await extract(batch, dimensions)));
        }
        return vectors;
      }),
    async close() {
      await extractor.dispose();
    },
  };
}

async function loadPackage(): Promise<TransformersModule> {
  // Not a literal: the package is optional and need not be there when ctx is compiled.
  const specifier: string = PACKAGE;
  return (await import(specifier)) as TransformersModule;
}

async function loadOrExplain(load: () => Promise<TransformersModule>): Promise<TransformersModule> {
  try {
    return await load();
  } catch (cause) {
    const message = isAbsent(cause)
      ? `The transformers embedder needs the package ${PACKAGE}, which is not installed. Install it with: ${INSTALL}`
      : `The package ${PACKAGE} cannot be loaded: ${messageOf(cause)}. Install it again with: ${INSTALL}`;
    throw new CtxError('EMBEDDER_UNAVAILABLE', message, { package: PACKAGE, install: INSTALL }, cause);
  }
}

function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(PACKAGE)
  );
}

async function loadModel(config: TransformersConfig, module: TransformersModule): Promise<FeatureExtractor> {
  if (config.localPath !== undefined) {
    module.env.localModelPath = config.localPath;
    module.env.allowRemoteModels = false;
  }
  try {
    return await module.pipeline('feature-extraction', config.model);
  } catch (cause) {
    const where =
      config.localPath === undefined ? 'from the Hugging Face hub or its cache' : config.localPath;
    throw new CtxError(
      'EMBEDDER_UNAVAILABLE',
      `The model ${config.model} cannot be loaded (${where}): ${messageOf(cause)}. Check its name and its ONNX files.`,
      { model: config.model },
      cause,
    );
  }
}

async function run(
  extractor: FeatureExtractor,
  texts: string[],
  pooling: 'mean' | 'cls',
  source: string,
): Promise<FeatureTensor> {
  try {
    return await extractor(texts, { pooling, normalize: true });
  } catch (cause) {
    throw new CtxError(
      'EMBEDDER_FAILED',
      `${source} failed on ${texts.length} texts: ${messageOf(cause)}.`,
      {},
      cause,
    );
  }
}

function rowsOf(
  tensor: FeatureTensor,
  rows: number,
  expected: number | null,
  source: string,
): Float32Array[] {
  const [count = 0, width = 0] = tensor.dims;
  if (tensor.dims.length !== 2 || count !== rows || tensor.data.length !== rows * width) {
    throw new CtxError(
      'EMBEDDER_FAILED',
      `${source} gave a tensor of shape [${tensor.dims.join(', ')}] for ${rows} texts. It is not a sentence-embedding model.`,
    );
  }
  const values = Float32Array.from(tensor.data);
  return Array.from({ length: rows }, (_, i) =>
    unitVector(values.subarray(i * width, (i + 1) * width), expected, source),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
