import { createRandom } from '#server/demo/random.ts'
import type { HostileServiceNow } from './hostile-servicenow.ts'
import { hideRows, makeSysId, stateValues, type Table, type TableRow, wallTime, writeRow } from './tables.ts'

export type Counts = {
  /** The states of the changes; by default all. */
  states?: readonly string[]
  changes?: number
  incidents?: number
  articles?: number
  problems?: number
  tasks?: number
}

const people = 20
const services = 8

/** Fills the tables with records that were last updated one after the other, the newest an hour ago. */
export function fill(instance: HostileServiceNow, counts: Counts, seed = '1'): void {
  const random = createRandom(`rows ${seed}`)
  const { tables, traps } = instance
  const add = (name: string, count: number, make: (index: number) => TableRow) => {
    const table = tables[name] as Table
    const newest = instance.now() - 3_600_000
    for (let index = 0; index < count; index += 1) {
      const at = newest - Math.floor((count - index) / traps.rowsPerSecond) * 1000
      const empty = Object.fromEntries([...table.schema.fields].map((field) => [field, '']))
      const created = { sys_id: makeSysId(name, index), sys_created_on: wallTime(at - 86_400_000) }
      writeRow(tables, {
        table,
        by: 'importer',
        at,
        row: { ...empty, ...make(index), ...created, sys_created_by: 'importer', sys_class_name: name },
      })
    }
    hideRows(table, random, traps.hiddenShare, traps.hiddenRun)
  }
  const person = () => makeSysId('sys_user', random.between(0, people - 1))
  const service = () => makeSysId('cmdb_ci_service', random.between(0, services - 1))
  const time = (hours: number) => wallTime(instance.now() - hours * 3_600_000)
  add('sys_user', people, (index) => ({
    user_name: `user.${index}`,
    name: `User ${index}`,
    email: `user.${index}@example.com`,
    active: 'true',
    title: 'Engineer',
  }))
  add('sys_user_group', 3, (index) => ({ name: `Group ${index}` }))
  add('cmdb_ci_service', services, (index) => ({
    name: `Service ${index}`,
    short_description: `It is service ${index}`,
  }))
  const task = (prefix: string, index: number) => ({
    number: `${prefix}${String(index + 1).padStart(7, '0')}`,
    short_description: `${prefix} ${index}: replace the disk, then “restart” it`,
    assigned_to: person(),
    opened_by: person(),
    assignment_group: makeSysId('sys_user_group', random.between(0, 2)),
    business_service: service(),
    active: 'true',
    opened_at: time(48),
  })
  add('change_request', counts.changes ?? 0, (index) => ({
    ...task('CHG', index),
    state: random.pick(counts.states ?? stateValues),
    type: random.pick(['normal', 'standard', 'emergency']),
    risk: '3',
    start_date: time(30),
    end_date: time(28),
    work_start: time(30),
    work_end: time(29),
    requested_by: person(),
    description: `The disk of system ${index} is replaced.`,
    // Every third change has no justification, and one has hostile text.
    justification:
      index % 3 === 2 ? '' : `  <b>Fewer</b> failures:\n\n\t- of “${index}” & all\u202e  \n  kept   apart `,
    parent: index % 4 === 1 ? makeSysId('change_request', index - 1) : '',
    implementation_plan: `1. Stop\n2. Replace ${'step '.repeat(random.between(0, 60))}`,
    unauthorized: 'false',
  }))
  add('problem', counts.problems ?? 0, (index) => ({ ...task('PRB', index), state: '101' }))
  add('change_task', counts.tasks ?? 0, (index) => ({
    ...task('CTASK', index),
    state: '3',
    change_request: makeSysId('change_request', index),
    short_description: 'Post Implementation Review',
  }))
  add('incident', counts.incidents ?? 0, (index) => ({
    ...task('INC', index),
    state: random.pick(['1', '2', '3', '6', '7']),
    priority: random.pick(['1', '2', '3']),
    resolved_at: time(20),
    caused_by: counts.changes ? makeSysId('change_request', index % counts.changes) : '',
    problem_id: counts.problems ? makeSysId('problem', index % counts.problems) : '',
  }))
  add('kb_knowledge', counts.articles ?? 0, (index) => ({
    number: `KB${String(index + 1).padStart(7, '0')}`,
    short_description: `How to restart ${index}`,
    text: '<p>Stop it, then <b>start</b> it.</p>',
    workflow_state: 'published',
    author: person(),
  }))
}
