import type { DoorName } from './all-doors.ts'
import type { PersonKey } from './cast.ts'
import type { ActorKey } from './stage.ts'

const managers: readonly PersonKey[] = ['henrike', 'paolo', 'ada']
const reviewers: readonly PersonKey[] = ['noor', 'callum', ...managers]
const editors: readonly ActorKey[] = [...reviewers, 'service', 'script']
const writers: readonly ActorKey[] = [...managers, 'script']

/** Who mostly uses a door: most histories draw from them, since the service refuses all others at once. */
const callers: Readonly<Partial<Record<DoorName, readonly ActorKey[]>>> = {
  complete_clean: managers,
  sign: managers,
  send_back: managers,
  waive: managers,
  assign: [...managers, 'service'],
  put_implementer: writers,
  put_kind: writers,
  put_state: writers,
  put_end: writers,
  import_end: writers,
  put_incident: writers,
  import_incident: writers,
  list_person: writers,
  undo_import: managers,
  rename_account: ['ada'],
  import_implementer: writers,
  import_kind: writers,
  import_state: writers,
  import_outcome: writers,
  import_action: writers,
  patch: ['script'],
  ask_less: [...managers, 'service'],
  ask_more: [...managers, 'service'],
  delete_rule: managers,
  create_rule: managers,
  order_rules: managers,
  own_action: editors,
  do_action: editors,
  write_evidence: editors,
  return_action: editors,
  verify_action: editors,
  link_issue: [...reviewers, 'service'],
  unlink_issue: [...reviewers, 'service'],
  close_recheck: [...reviewers, 'service'],
}

export const callersOf = (door: DoorName): readonly ActorKey[] => callers[door] ?? reviewers
