import * as fc from 'fast-check'
import { validBodies } from '../valid-values.ts'
import { relation } from './relation.ts'

/** What creates a record, what deletes it, and what must not find it afterwards. */
type Life = {
  readonly create: string
  /** Path parameters to create it. */
  readonly at?: Readonly<Record<string, string>>
  readonly remove: string
  /** The path parameter that names it, and the response field with its value. */
  readonly key: string
  readonly list: string
  readonly find: readonly string[]
}

const lives: readonly Life[] = [
  { create: 'createSavedView', remove: 'deleteSavedView', key: 'id', list: 'listSavedViews', find: [] },
  { create: 'createHoliday', remove: 'deleteHoliday', key: 'day', list: 'listHolidays', find: [] },
  {
    create: 'createPolicyRule',
    remove: 'deletePolicyRule',
    key: 'id',
    list: 'listPolicyRules',
    find: ['updatePolicyRule'],
  },
  {
    create: 'addComment',
    at: { reference: 'PIR-2026-0001' },
    remove: 'deleteComment',
    key: 'id',
    list: 'listComments',
    find: ['editComment'],
  },
  {
    create: 'createImprovement',
    remove: 'deleteImprovement',
    key: 'id',
    list: 'listImprovements',
    find: ['getImprovement', 'updateImprovement', 'editImprovement'],
  },
]

export const afterDelete = relation({
  name: 'deleted records are not found',
  isWriting: true,
  inputs: ({ api, known }) =>
    fc.constantFrom(...lives).chain(({ create }) =>
      fc.record({
        create: fc.constant(create),
        body: validBodies(api, api.operation(create), known),
      }),
    ),
  async faultOf(ask, { create, body }, { api }) {
    const life = lives.find((known) => known.create === create)
    if (!life) return `the operation that undoes ${create} is not known`
    const made = await ask(create, { path: life.at ?? {}, body })
    // Rejected for reasons outside the description, such as a day that is already a holiday.
    if (made.status !== 201) return made.status < 500 ? null : `${create} returned ${made.status}`
    const key = String(made.json[life.key])
    const path = { [life.key]: key }
    const isListed = async () => {
      const query = life.list === 'listSavedViews' ? { page: made.json.page } : {}
      return (await ask(life.list, { path: life.at ?? {}, query })).text.includes(`"${key}"`)
    }
    if (!(await isListed())) return `${key} is not in its list`
    const removed = await ask(life.remove, { path })
    if (removed.status !== 204) return `${life.remove} returned ${removed.status} ${removed.text.slice(0, 200)}`
    if (await isListed()) return `${key} is still in its list`
    for (const name of [...life.find, life.remove]) {
      const example = api.operation(name).body?.example
      const { status } = await ask(name, { path, body: example })
      if (status !== 404) return `${name} of a deleted record returned ${status}, not 404`
    }
    return null
  },
})
