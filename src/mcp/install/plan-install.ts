import { withAgentsBlock } from './agents-block.ts';
import { appendToml } from './append-toml.ts';
import { HOST_TABLE, type HostName, SERVER_NAME } from './hosts.ts';
import { insertJson } from './insert-json.ts';

export interface PlannedFile {
  /** Below the root. */
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

export interface InstallPlan {
  readonly files: readonly PlannedFile[];
  /** The entry alone, for a file elsewhere. */
  readonly entry: string;
  readonly note: string;
}

/**
 * What has to stand in which files for a host to start the server. `read` gives the text of a file below the root, or
 * null. Fails with USAGE where a file cannot take the entry without harm.
 */
export function planInstall(
  target: HostName,
  read: (file: string) => string | null,
  { agents }: { readonly agents: boolean },
): InstallPlan {
  const { file, format, section, entry, note } = HOST_TABLE[target];
  const wanted = { section, name: SERVER_NAME, entry };
  const add = (text: string): string =>
    format === 'toml' ? appendToml(text, wanted) : insertJson(text, wanted, format);
  const planned = (name: string, change: (text: string) => string): PlannedFile => {
    const before = read(name);
    return { file: name, before, after: change(before ?? '') };
  };
  return {
    files: [planned(file, add), ...(agents ? [planned('AGENTS.md', withAgentsBlock)] : [])],
    entry: add(''),
    note,
  };
}
