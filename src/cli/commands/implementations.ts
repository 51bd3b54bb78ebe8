import type { Command } from 'commander';
import { defineRelation } from '../relation.ts';
import type { OpenSession } from '../session.ts';

export function define(command: Command, open: OpenSession): void {
  defineRelation(command, open, 'implementations');
}
