import { improvement } from '#lib/contracts/improvements.ts'
import { fakeJira } from './fake-jira.ts'
import type { FakeRequest } from './fake-tracker.ts'
import { trackerFor } from './fakes.ts'

/** Makes every call that Hindsight makes to Jira, and returns the requests. */
export async function callJira(): Promise<readonly FakeRequest[]> {
  const action = {
    ...improvement.example,
    title: 'Rehearse\n"major" upgrades',
    description: '# Why\n\n- *slow*\n- `late`',
  }
  const fake = fakeJira({ pageSize: 1, people: { [action.owner]: '5b10a2844c20165700ede21g' } })
  const tracker = trackerFor(fake)
  await tracker.check()
  const { key } = await tracker.create(action)
  const issue = await tracker.find(key)
  if (!issue) throw new Error('The issue was not created.')
  const fields = ['title', 'description', 'target_date', 'owner'] as const
  const done = await tracker.update(issue, action, { fields, status: 'done' })
  await tracker.update(done, action, { fields: [], status: 'open' })
  fake.store.add({ status: 'To Do' })
  await tracker.findCreated(action.id, new Date(0))
  await tracker.findCreated('imp_none', new Date(0))
  await tracker.changedSince('OPS', new Date(0))
  return fake.store.requests
}
