import type { DoorName } from './all-doors.ts'
import type { PersonKey } from './cast.ts'
import type { ActorKey } from './stage.ts'

const managers: readonly PersonKey[] = ['henrike', 'paolo', 'ada']
const reviewers: readonly PersonKey[] = ['noor', 'callum', ...managers]
const editors: readonly ActorKey[] = [...reviewers, 'service', 'script']
/** The owner of an action needs no role to do it. */
const doers: readonly ActorKey[] = ['vic', ...editors]
const writers: readonly ActorKey[] = [...managers, 'script']
const ruleWriters: readonly ActorKey[] = [...managers, 'service']
const linkers: readonly ActorKey[] = [...reviewers, 'service']

/** Who mostly uses some doors: most histories draw from them, since the service refuses all others at once. */
const callers: readonly (readonly [readonly ActorKey[], readonly DoorName[]])[] = [
  [managers, ['complete_clean', 'sign', 'read', 'send_back', 'undo_import', 'waive', 'confirm_waiver']],
  [ruleWriters, ['assign', 'ask_less', 'ask_more', 'delete_rule', 'create_rule', 'order_rules']],
  [['ada'], ['rename_account']],
  [['script'], ['patch']],
  [writers, ['put_implementer', 'put_kind', 'put_state', 'put_end', 'put_incident', 'list_person', 'import_end']],
  [writers, ['import_implementer', 'import_kind', 'import_state', 'import_outcome']],
  [writers, ['import_action', 'import_incident']],
  [editors, ['own_action', 'verify_action']],
  [doers, ['do_action', 'write_evidence', 'return_action']],
  [linkers, ['link_issue', 'unlink_issue', 'close_recheck']],
]

export const callersOf = (door: DoorName): readonly ActorKey[] =>
  callers.find(([, doors]) => doors.includes(door))?.[0] ?? reviewers
