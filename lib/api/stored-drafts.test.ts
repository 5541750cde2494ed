import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ann = { id: 'acc_ann', email: 'ann@hindsight.example' }

/** The module as a page has it that was just loaded. */
const load = async () => {
  vi.resetModules()
  return import('./stored-drafts.ts')
}
let drafts: Awaited<ReturnType<typeof load>>

/** As much of the browser's storage as is used: each key is a property. */
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
afterEach(() => vi.unstubAllGlobals())

const keys = () => Object.keys(localStorage)

test('a draft of every kind is listed to its owner, and told in plain words', () => {
  drafts.writeStored(drafts.draftKey('review', ann.email, 'PIR-2026-0042.plan'), '{}')
  drafts.writeStored(drafts.draftKey('article', ann.id, 'new'), '{}')
  drafts.writeStored(drafts.draftKey('article', ann.id, 'KB0001'), '{}')
  drafts.writeStored(drafts.draftKey('rule', ann.id, 'new'), '{}')
  drafts.writeStored(drafts.draftKey('rule', ann.id, 'rul_1'), '{}')
  drafts.writeStored(drafts.draftKey('comment', ann.email, 'PIR-2026-0007'), 'Hello')
  expect(drafts.listDrafts(ann).map(drafts.draftInWords)).toEqual([
    'Article KB0001',
    'New article',
    'Comment on PIR-2026-0007',
    'New rule of the policy',
    'Rule of the policy',
    'Review PIR-2026-0042, plan',
  ])
})

test('neither what others left here nor what is no draft is listed or deleted', () => {
  const others = [
    drafts.draftKey('review', `${ann.email}.au`, 'PIR-2026-0042.plan'),
    drafts.draftKey('comment', `${ann.email}.au`, 'PIR-2026-0042'),
    drafts.draftKey('article', 'acc_ann2', 'new'),
    'theme',
  ]
  for (const key of others) drafts.writeStored(key, '{}')
  expect(drafts.listDrafts(ann)).toEqual([])
  drafts.deleteDrafts(ann)
  expect(keys()).toEqual(others)
})

test('what was deleted stays so, whatever a form that closes still keeps, until a page is loaded', async () => {
  const key = drafts.draftKey('article', ann.id, 'new')
  drafts.writeStored(key, '{}')
  drafts.deleteDrafts(ann)
  expect(drafts.writeStored(key, '{}')).toBe(true)
  expect(keys()).toEqual([])
  drafts = await load()
  drafts.writeStored(key, '{}')
  expect(keys()).toEqual([key])
})

test('a browser that keeps nothing has no drafts, and says so to who keeps one', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(drafts.listDrafts(ann)).toEqual([])
  expect(drafts.readStored('any')).toBeNull()
  expect(drafts.writeStored('any', 'text')).toBe(false)
})

test('other windows of the person are told, and keep nothing either', async () => {
  const [elsewhere, window] = [await load(), new EventTarget()]
  const [ours, theirs] = [vi.fn(), vi.fn()]
  vi.stubGlobal('window', window)
  const stop = elsewhere.onDraftsDeleted(ann.id, ours)
  elsewhere.onDraftsDeleted('acc_bob', theirs)
  // A browser tells the other windows of each write, and of what is written.
  const tell = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  vi.spyOn(localStorage, 'setItem').mockImplementation(tell)
  drafts.deleteDrafts(ann)
  expect(ours).toHaveBeenCalledOnce()
  expect(theirs).not.toHaveBeenCalled()
  expect(elsewhere.writeStored(elsewhere.draftKey('article', ann.id, 'new'), '{}')).toBe(true)
  expect(keys()).toEqual([])
  stop()
  tell('hindsight-drafts-deleted', ann.id)
  expect(ours).toHaveBeenCalledOnce()
})
