import { hashOf } from './rename-identifiers.ts';

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

const VERBS =
  'read write open close parse render find merge split load store check send build drop list'.split(' ');
const NOUNS =
  'account address batch bucket cache channel client cursor event field filter frame group header index invoice item job ledger lock message metric node order packet page payment policy profile queue query record region report request route schema session shard signal socket stream table tenant ticket timer token user vector window worker'.split(
    ' ',
  );
const PER_FOLDER = 40;

type Template = (names: Names) => string;

interface Names {
  readonly noun: string;
  readonly other: string;
  readonly verb: string;
  readonly next: string;
  readonly number: number;
}

const LANGUAGES: readonly { readonly extension: string; readonly text: Template }[] = [
  { extension: 'ts', text: typescript },
  { extension: 'py', text: python },
  { extension: 'go', text: go },
  { extension: 'java', text: java },
];

/** `count` sources of about twenty lines in four languages, forty a folder, folders two deep. Always the same. */
export function* smallFiles(count: number): Generator<GeneratedFile> {
  for (let number = 0; number < count; number++) {
    const folder = Math.floor(number / PER_FOLDER);
    const language = LANGUAGES[folder % LANGUAGES.length];
    if (language === undefined) return;
    const names = namesOf(number);
    const stem = language.extension === 'java' ? classOf(names) : `${names.noun}_${names.other}_${number}`;
    const area = NOUNS[hashOf(`area ${folder % 97}`) % NOUNS.length];
    const path = `${area}${folder % 97}/part${Math.floor(folder / 97)}/${stem}.${language.extension}`;
    yield { path, text: language.text(names) };
  }
}

function namesOf(number: number): Names {
  const pick = (list: readonly string[], salt: string): string =>
    list[hashOf(salt + number) % list.length] ?? '';
  return {
    noun: pick(NOUNS, 'noun'),
    other: pick(NOUNS, 'other'),
    verb: pick(VERBS, 'verb'),
    next: pick(VERBS, 'next'),
    number,
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function classOf({ noun, other, number }: Names): string {
  return `${capital(noun)}${capital(other)}${number}`;
}

function typescript(names: Names): string {
  const { noun, other, verb, next, number } = names;
  return `/** Keeps one ${noun} for each ${other}. */
export interface ${classOf(names)} {
  readonly ${noun}Id: number;
  readonly ${other}s: readonly string[];
}

/** Makes the ${noun} that ${next}s its ${other}s. */
export function ${verb}${capital(noun)}${number}(${noun}Id: number, ${other}s: readonly string[]): ${classOf(names)} {
  if (${other}s.length === 0) throw new Error('The ${noun} has no ${other}.');
  return { ${noun}Id, ${other}s };
}

export function ${next}${capital(other)}${number}(${noun}: ${classOf(names)}): string {
  return ${noun}.${other}s.map((${other}) => \`\${${noun}.${noun}Id}:\${${other}}\`).join(',');
}
`;
}

function python({ noun, other, verb, next, number }: Names): string {
  return `"""Keeps one ${noun} for each ${other}."""


class ${capital(noun)}${capital(other)}${number}:
    """The ${noun} that ${next}s its ${other}s."""

    def __init__(self, ${noun}_id, ${other}s):
        if not ${other}s:
            raise ValueError("The ${noun} has no ${other}.")
        self.${noun}_id = ${noun}_id
        self.${other}s = ${other}s

    def ${verb}_${noun}(self):
        return [f"{self.${noun}_id}:{${other}}" for ${other} in self.${other}s]


def ${next}_${other}_${number}(${noun}):
    return ",".join(${noun}.${verb}_${noun}())
`;
}

function go(names: Names): string {
  const { noun, other, verb, next, number } = names;
  return `package ${noun}

// ${classOf(names)} keeps one ${noun} for each ${other}.
type ${classOf(names)} struct {
	${capital(noun)}ID int
	${capital(other)}s []string
}

// ${capital(verb)}${capital(noun)}${number} makes the ${noun} that ${next}s its ${other}s.
func ${capital(verb)}${capital(noun)}${number}(id int, list []string) *${classOf(names)} {
	return &${classOf(names)}{${capital(noun)}ID: id, ${capital(other)}s: list}
}

func (${noun} *${classOf(names)}) ${capital(next)}${capital(other)}() int {
	return len(${noun}.${capital(other)}s) + ${noun}.${capital(noun)}ID
}
`;
}

function java(names: Names): string {
  const { noun, other, verb, next } = names;
  return `package bench.${noun};

import java.util.List;

/** Keeps one ${noun} for each ${other}. */
public final class ${classOf(names)} {
  private final int ${noun}Id;
  private final List<String> ${other}s;

  public ${classOf(names)}(int ${noun}Id, List<String> ${other}s) {
    this.${noun}Id = ${noun}Id;
    this.${other}s = ${other}s;
  }

  /** The ${noun} that ${next}s its ${other}s. */
  public String ${verb}${capital(noun)}() {
    return ${noun}Id + ":" + String.join(",", ${other}s);
  }
}
`;
}
