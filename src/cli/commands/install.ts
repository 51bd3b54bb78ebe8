import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import type { HostName, InstallPlan, PlannedFile } from '../../mcp/index.ts';
import { usageError } from '../failure.ts';
import type { OpenSession, Session } from '../session.ts';

interface Options {
  readonly target: HostName;
  readonly write?: boolean;
  readonly agents?: boolean;
}

const TARGETS: Readonly<Record<HostName, true>> = {
  'claude-code': true,
  codex: true,
  cursor: true,
  gemini: true,
  vscode: true,
};

export function define(command: Command, open: OpenSession): void {
  command
    .addOption(
      new Option('--target <host>', 'host of the agent').choices(Object.keys(TARGETS)).makeOptionMandatory(),
    )
    .addOption(new Option('--print', 'show what would be written (the default)').conflicts('write'))
    .option('--write', "write it into the project's files, next to all that is there")
    .option('--agents', 'also a block of instructions in AGENTS.md')
    .action((options: Options) => open((session) => install(session, options)));
}

async function install(session: Session, { target, write = false, agents = false }: Options): Promise<void> {
  const { planInstall } = await import('../../mcp/index.ts');
  const { root } = session.context;
  const plan = planInstall(target, (file) => readOwn(root, file), { agents });
  const changed = plan.files.filter(({ before, after }) => before !== after);
  if (write) for (const file of changed) writeOwn(root, file);
  const written = write ? changed.map(({ file }) => file) : [];
  session.answer({ target, ...plan, written }, () => planText(plan, write, changed));
  if (write || changed.length === 0) session.say(plan.note);
  else session.say(`Nothing was written: add --write. ${plan.note}`);
}

function planText({ files }: InstallPlan, write: boolean, changed: readonly PlannedFile[]): string {
  return files
    .map((planned) => {
      if (!changed.includes(planned)) return `${planned.file} has it already.`;
      return write ? `${planned.file} is written.` : `# ${planned.file}\n${planned.after.trimEnd()}`;
    })
    .join('\n\n');
}

/** Never through a link: what is written would land elsewhere. */
function readOwn(root: string, file: string): string | null {
  for (const part of [dirname(file), file]) {
    if (lstatSync(join(root, part), { throwIfNoEntry: false })?.isSymbolicLink())
      throw usageError(`${part} is a symbolic link: it is left as it is.`);
  }
  if (!statSync(join(root, file), { throwIfNoEntry: false })?.isFile()) return null;
  const bytes = readFileSync(join(root, file));
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes))
    throw usageError(`${file} is not UTF-8: it is left as it is.`);
  return text;
}

/** Whole or not at all. */
function writeOwn(root: string, { file, after }: PlannedFile): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o644;
  const beside = `${path}.ctx-${process.pid}`;
  try {
    writeFileSync(beside, after, { mode, flag: 'wx' });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}
