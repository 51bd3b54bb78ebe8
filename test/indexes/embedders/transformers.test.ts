import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createEmbedder } from '../../../src/indexes/embedders/index.ts';
import {
  createTransformersEmbedder,
  type FeatureTensor,
  type TransformersModule,
} from '../../../src/indexes/embedders/transformers.ts';

/** A module whose vectors are [length of the text, 1, 0, 0]. */
function fakeModule(shape?: (texts: readonly string[]) => FeatureTensor) {
  const calls: { texts: string[]; options: unknown }[] = [];
  const state = { disposed: false, model: '' };
  const env = { localModelPath: '/models/', allowRemoteModels: true };
  const tensor =
    shape ??
    ((texts) => ({
      dims: [texts.length, 4],
      data: Float32Array.from(texts.flatMap((text) => [text.length, 1, 0, 0])),
    }));
  const extractor = Object.assign(
    async (texts: string[], options: unknown) => {
      calls.push({ texts, options });
      return tensor(texts);
    },
    {
      dispose: async () => {
        state.disposed = true;
      },
    },
  );
  const module: TransformersModule = {
    env,
    pipeline: async (_task, model) => {
      state.model = model;
      return extractor;
    },
  };
  return { module, calls, env, state };
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@huggingface/transformers/package.json');
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND');
  }
}

describe('transformers embedder', () => {
  const INSTALL = 'ONNXRUNTIME_NODE_INSTALL=skip npm install @huggingface/transformers@4.3.2';

  it('says how to install its package when it is absent', async () => {
    const absent = Object.assign(
      new Error("Cannot find package '@huggingface/transformers' imported from /app/transformers.js"),
      { code: 'ERR_MODULE_NOT_FOUND' },
    );
    const config = { kind: 'transformers', model: 'some/model' } as const;
    await expect(createTransformersEmbedder(config, () => Promise.reject(absent))).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: `The transformers embedder needs the package @huggingface/transformers, which is not installed. Install it with: ${INSTALL}`,
      details: { install: INSTALL },
    });
  });

  it.skipIf(isInstalled())('fails alike when the package is looked for', async () => {
    await expect(createEmbedder({ kind: 'transformers', model: 'some/model' })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining(INSTALL),
    });
  });

  it('says so when the package is there but broken', async () => {
    const load = () => Promise.reject(new Error('libonnxruntime.so: wrong ELF class'));
    await expect(
      createTransformersEmbedder({ kind: 'transformers', model: 'm' }, load),
    ).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('wrong ELF class'),
    });
  });

  it('reads a model from a local folder without the network', async () => {
    const { module, env, state } = fakeModule();
    const config = { kind: 'transformers', model: 'mini', localPath: '/my/models' } as const;
    const embedder = await createTransformersEmbedder(config, async () => module);
    expect(env).toEqual({ localModelPath: '/my/models', allowRemoteModels: false });
    expect(state.model).toBe('mini');
    expect(embedder).toMatchObject({ id: 'transformers:mini', dimensions: 4, cost: 'background' });
    await embedder.close();
    expect(state.disposed).toBe(true);
  });

  it('gives unit vectors in order, in batches, and zero vectors for blank texts', async () => {
    const { module, calls } = fakeModule();
    const embedder = await createTransformersEmbedder(
      { kind: 'transformers', model: 'm' },
      async () => module,
    );
    const texts = Array.from({ length: 40 }, (_, i) => (i === 7 ? ' \n' : 'x'.repeat(i + 1)));
    const vectors = await embedder.embed(texts, 'document');
    expect(calls.slice(1).map(({ texts: batch }) => batch.length)).toEqual([16, 16, 7]);
    expect(calls[1]?.options).toEqual({ pooling: 'mean', normalize: true });
    expect([...(vectors[7] ?? [])]).toEqual([0, 0, 0, 0]);
    vectors.forEach((vector, i) => {
      if (i !== 7) expect((vector[0] ?? 0) / (vector[1] ?? 0)).toBeCloseTo(i + 1, 3);
    });
  });

  it('passes the pooling on and names it', async () => {
    const { module, calls } = fakeModule();
    const config = { kind: 'transformers', model: 'm', pooling: 'cls' } as const;
    const embedder = await createTransformersEmbedder(config, async () => module);
    expect(embedder.id).toBe('transformers:m:cls');
    expect(calls[0]?.options).toEqual({ pooling: 'cls', normalize: true });
  });

  it('refuses other dimensions than configured', async () => {
    const { module } = fakeModule();
    const config = { kind: 'transformers', model: 'm', dimensions: 384 } as const;
    await expect(createTransformersEmbedder(config, async () => module)).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringContaining('4 dimensions where 384'),
    });
  });

  it('refuses unpooled and non-finite answers', async () => {
    const unpooled = fakeModule(() => ({ dims: [1, 3, 4], data: new Float32Array(12) }));
    const nan = fakeModule(() => ({ dims: [1, 2], data: [Number.NaN, 1] }));
    for (const { module } of [unpooled, nan]) {
      const made = createTransformersEmbedder({ kind: 'transformers', model: 'm' }, async () => module);
      await expect(made).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' });
    }
  });

  it('says which model cannot be loaded', async () => {
    const module: TransformersModule = {
      env: { localModelPath: '', allowRemoteModels: true },
      pipeline: () => Promise.reject(new Error('config.json not found')),
    };
    const made = createTransformersEmbedder({ kind: 'transformers', model: 'no/such' }, async () => module);
    await expect(made).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringMatching(/no\/such.*config\.json not found/),
    });
  });

  it('stops between batches when aborted', async () => {
    const abort = new AbortController();
    const { module, calls } = fakeModule((texts) => {
      if (texts.length === 16) abort.abort();
      return { dims: [texts.length, 1], data: new Float32Array(texts.length).fill(1) };
    });
    const embedder = await createTransformersEmbedder(
      { kind: 'transformers', model: 'm' },
      async () => module,
    );
    const embedding = embedder.embed(new Array<string>(64).fill('x'), 'document', abort.signal);
    await expect(embedding).rejects.toMatchObject({ code: 'ABORTED' });
    expect(calls).toHaveLength(2);
  });
});
