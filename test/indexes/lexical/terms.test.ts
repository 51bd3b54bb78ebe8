import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze, STOP_WORDS } from '../../../src/indexes/lexical/index.ts';
import { stem, termsOf } from '../../../src/indexes/lexical/terms.ts';

const LONE_SURROGATE = /[\ud800-\udfff]/u;

describe('analyze', () => {
  it.each([
    ['refreshToken', ['refreshtoken', 'refresh', 'token']],
    ['refresh_token', ['refresh_token', 'refresh', 'token']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['parseURLs', ['parseurls', 'pars', 'url']],
    ['sha256sum', ['sha256sum', 'sha', '256', 'sum']],
    ['utf8', ['utf8', 'utf']],
    ['__init__', ['__init__', 'init']],
    ['$scope', ['$scope', 'scop']],
    ['content-type', ['content', 'typ']],
    ['os.path.join', ['os', 'path', 'join']],
    ['std::fs', ['std', 'fs']],
    ['MAX_SIZE', ['max_size', 'max', 'siz']],
    ['x', ['x']],
    ['_', ['_']],
    ['404', ['404']],
    ['2fa9c0d1e2f3a4b5c6d7', ['2fa9c0d1e2f3a4b5c6d7']],
    ['', []],
    [' \n\t(){};', []],
  ])('%j', (text, terms) => {
    expect(analyze(text)).toEqual(terms);
  });

  it('reads letters outside ASCII, composed or not', () => {
    expect(analyze('Größe')).toEqual(['größe']);
    expect(analyze('cafe\u0301s')).toEqual(analyze('cafés'));
    expect(analyze('ПолучитьТокен')).toEqual(['получитьтокен', 'получить', 'токен']);
  });

  it('cuts Chinese, Japanese and Korean into pairs', () => {
    expect(analyze('缓存刷新')).toEqual(['缓存', '存刷', '刷新']);
    expect(analyze('鍵')).toEqual(['鍵']);
    expect(analyze('cache缓存')).toEqual(['cach', '缓存']);
    expect(analyze('토큰')).toEqual(['토큰']);
  });

  it('cuts long words and stays fast on them', () => {
    const terms = analyze(`${'a'.repeat(1_000_000)} tail`);
    expect(terms.map((term) => term.length)).toEqual([64, 4]);
    expect(analyze('😀'.repeat(10))).toEqual([]);
    expect(analyze(`${'a'.repeat(63)}𝒳𠀀`).some((term) => LONE_SURROGATE.test(term))).toBe(false);
  });

  it('gives well-formed terms without white space for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of analyze(text)) {
          expect(term).not.toBe('');
          expect(term).not.toMatch(LONE_SURROGATE);
        }
      }),
    );
  });

  it('does not depend on what was analysed before', () => {
    const before = [...termsOf('getUserCaches')];
    for (let i = 0; i < 140_000; i += 1) termsOf(`filler${i}`);
    expect(termsOf('getUserCaches')).toEqual(before);
  });
});

describe('stem', () => {
  it.each([
    ['cache', 'caches', 'cached', 'caching'],
    ['query', 'queries'],
    ['match', 'matches', 'matched', 'matching'],
    ['stop', 'stops', 'stopped', 'stopping'],
    ['class', 'classes'],
    ['process', 'processes', 'processed', 'processing'],
    ['retry', 'retries', 'retried', 'retrying'],
    ['embed', 'embedded', 'embedding', 'embeds'],
    ['alias', 'aliases'],
    ['status', 'statuses'],
    ['use', 'used', 'uses'],
    ['file', 'files', 'filed', 'filing'],
    ['call', 'calls', 'called', 'calling'],
  ])('joins %s and its forms', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1);
  });

  it('keeps what is no inflection', () => {
    for (const word of ['string', 'thing', 'red', 'bus', 'this', 'need', 'speed', 'tree', 'x86']) {
      expect(stem(word)).toBe(word);
    }
  });
});

it('has stop words in lower case, as queries are compared with them', () => {
  expect(STOP_WORDS.has('the')).toBe(true);
  for (const word of STOP_WORDS) expect(word).toMatch(/^[a-z]+$/);
});
