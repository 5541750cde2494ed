import { beforeEach, expect, test, vi } from 'vitest'

const ann = { id: 'acc_ann', email: 'ann@hindsight.example' }

/** The module as in a newly loaded page. */
const load = async () => {
  vi.resetModules()
  return import('./stored-drafts.ts')
}
let drafts: Awaited<ReturnType<typeof load>>

/** A minimal browser storage: each key is a property. */
class Storage {
  [key: string]: unknown
  getItem(key: string) {
    return this[key] ?? null
  }
  setItem(key: string, text: string) {
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

beforeEach(async () => {
  vi.stubGlobal('localStorage', new Storage())
  drafts = await load()
})

const keys = () => Object.keys(localStorage)

test('drafts of every kind are listed for their owner, in words', () => {
  drafts.writeStored(drafts.buildDraftKey('review', ann.email, 'PIR-2026-0042.plan'), '{}')
  drafts.writeStored(drafts.buildDraftKey('article', ann.id, 'new'), '{}')
  drafts.writeStored(drafts.buildDraftKey('article', ann.id, 'KB0001'), '{}')
  drafts.writeStored(drafts.buildDraftKey('rule', ann.id, 'new'), '{}')
  drafts.writeStored(drafts.buildDraftKey('rule', ann.id, 'rul_1'), '{}')
  drafts.writeStored(drafts.buildDraftKey('comment', ann.email, 'PIR-2026-0007'), 'Hello')
  expect(drafts.listDrafts(ann).map(drafts.describeDraft)).toEqual([
    'Article KB0001',
    'New article',
    'Comment on PIR-2026-0007',
    'New rule of the policy',
    'Rule of the policy',
    'Review PIR-2026-0042, plan',
  ])
})

test('drafts of others and other keys are neither listed nor deleted', () => {
  const others = [
    drafts.buildDraftKey('review', `${ann.email}.au`, 'PIR-2026-0042.plan'),
    drafts.buildDraftKey('comment', `${ann.email}.au`, 'PIR-2026-0042'),
    drafts.buildDraftKey('article', 'acc_ann2', 'new'),
    'theme',
  ]
  for (const key of others) drafts.writeStored(key, '{}')
  expect(drafts.listDrafts(ann)).toEqual([])
  drafts.deleteDrafts(ann)
  expect(keys()).toEqual(others)
})

test('deleted drafts are not stored again by open forms until a page is loaded', async () => {
  const key = drafts.buildDraftKey('article', ann.id, 'new')
  drafts.writeStored(key, '{}')
  drafts.deleteDrafts(ann)
  expect(drafts.writeStored(key, '{}')).toBe(true)
  expect(keys()).toEqual([])
  drafts = await load()
  drafts.writeStored(key, '{}')
  expect(keys()).toEqual([key])
})

test('other windows of the person are notified, and store no drafts either', async () => {
  const elsewhere = await load()
  const window = new EventTarget()
  const ours = vi.fn()
  const theirs = vi.fn()
  vi.stubGlobal('window', window)
  const stop = elsewhere.onDraftsDeleted(ann.id, ours)
  elsewhere.onDraftsDeleted('acc_bob', theirs)
  // A browser dispatches the event to other windows only.
  const dispatch = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  vi.spyOn(localStorage, 'setItem').mockImplementation(dispatch)
  drafts.deleteDrafts(ann)
  expect(ours).toHaveBeenCalledOnce()
  expect(theirs).not.toHaveBeenCalled()
  expect(elsewhere.writeStored(elsewhere.buildDraftKey('article', ann.id, 'new'), '{}')).toBe(true)
  expect(keys()).toEqual([])
  stop()
  dispatch('hindsight-drafts-deleted', ann.id)
  expect(ours).toHaveBeenCalledOnce()
})

test.each([
  ['no JSON', '{"form":'],
  ['a number', '5'],
  ['null', 'null'],
  ['an object without a form', '{}'],
  ['an array', '[]'],
  ['a form that is null', '{"form":null,"version":1}'],
  ['a form that is an array', '{"form":[],"version":1}'],
  ['a form that is a text', '{"form":"Sent.","version":1}'],
  ['a version that is a text', '{"form":{"notes":"Sent."},"version":"1"}'],
])('a damaged draft is ignored: %s', (_, text) => {
  drafts.writeStored('plan', text)
  expect(drafts.createBrowserDraftStore('plan').read()).toBeNull()
})
