import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDecisionStore, decisionRecord } from '../../src/handoff/index.ts';
import { openMemory } from '../../src/open-memory.ts';
import { TRACE_SCHEMA } from '../../src/trace/trace-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-memory-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'memory.db');
const DECISION = decisionRecord({
  claim: 'Cache tokens in Redis',
  status: 'rejected',
  reason: 'no network in the tests',
  evidence_refs: [],
  revisit_if: null,
  at: null,
});

function tables(db: Database.Database): readonly unknown[] {
  return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
}

describe('memory.db', () => {
  it('keeps what was written, from one opening to the next', () => {
    const first = openMemory(folder);
    createDecisionStore(first.db).record(DECISION);
    first.db.close();
    const second = openMemory(folder);
    expect(second).toMatchObject({ lasting: true, note: null });
    expect(createDecisionStore(second.db).list()).toEqual([DECISION]);
    second.db.close();
  });

  it('migrates from version 1, with the traces in it', () => {
    const old = new Database(file());
    old.exec(TRACE_SCHEMA);
    old.pragma('user_version = 1');
    old
      .prepare('INSERT INTO traces VALUES (?, ?, ?, ?, ?, ?)')
      .run('t-1', 'now', 'pack', null, 'x', Buffer.from('b'));
    old.close();
    const { db, note } = openMemory(folder);
    expect(note).toBeNull();
    expect(db.pragma('user_version', { simple: true })).toBe(3);
    expect(db.prepare('SELECT id FROM traces').pluck().all()).toEqual(['t-1']);
    expect(tables(db)).toEqual([
      'artifacts',
      'calls',
      'decision_scopes',
      'decisions',
      'handoffs',
      'memory_conflicts',
      'memory_entries',
      'outputs',
      'traces',
    ]);
    db.close();
  });

  it('refuses a file of a newer version, and leaves it alone', () => {
    const newer = new Database(file());
    newer.pragma('user_version = 99');
    newer.close();
    expect(() => openMemory(folder)).toThrow(/newer version of ctx/);
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('sets a file that is no database aside, each under a name of its own', () => {
    for (const [count, text] of [
      [1, 'not a database at all, but long enough to be looked at'],
      [2, 'nor this one'.repeat(400)],
    ] as const) {
      writeFileSync(file(), text);
      const { db, lasting, note } = openMemory(folder);
      expect(lasting).toBe(true);
      expect(note).toContain(`memory.db.damaged-${count}`);
      createDecisionStore(db).record(DECISION);
      db.close();
      expect(readFileSync(`${file()}.damaged-${count}`, 'utf8')).toBe(text);
    }
  });

  it('sets a file aside that was cut short', () => {
    const whole = openMemory(folder).db;
    createDecisionStore(whole).record(DECISION);
    whole.pragma('wal_checkpoint(TRUNCATE)');
    whole.close();
    truncateSync(file(), 4096);
    const { db, note } = openMemory(folder);
    expect(note).toMatch(/damaged/);
    expect(createDecisionStore(db).list()).toEqual([]);
    db.close();
  });

  it('lives in the process where the folder cannot be made', () => {
    writeFileSync(join(folder, 'occupied'), '');
    const { db, lasting, note } = openMemory(join(folder, 'occupied'));
    expect(lasting).toBe(false);
    expect(note).toMatch(/cannot be written/);
    createDecisionStore(db).record(DECISION);
    db.close();
  });
});
