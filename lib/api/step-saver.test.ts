import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { type Draft, type DraftStore, type SavedForm, StepSaver } from './step-saver.ts'

type Form = { text: string; isShort?: boolean }

const saved = (text: string, version: number): SavedForm<Form> => ({
  form: { text },
  version,
  saved_at: `2026-03-01T10:00:0${version}.000Z`,
  saved_by: 'Ada',
})

/** A service, a browser storage and a clock that only moves when called. */
function setUp(start = saved('', 0), draft: Draft<Form> | null = null) {
  const service = { current: start, fail: null as ApiError | null, calls: 0 }
  let storedDraft = draft
  const timers: { run: () => void; delay: number }[] = []
  const store: DraftStore<Form> = {
    read: () => storedDraft,
    write: (value) => {
      storedDraft = value
    },
    clear: () => {
      storedDraft = null
    },
  }
  const saver = new StepSaver<Form>({
    saved: start,
    fields: ['text', 'isShort'],
    store,
    save: async (form, version) => {
      service.calls += 1
      if (service.fail) throw service.fail
      if (version !== service.current.version) throw new ApiError(412, 'precondition_failed', 'changed')
      service.current = saved(form.text, version + 1)
      return service.current
    },
    load: async () => service.current,
    onSaved: () => {},
    schedule: (run, delay) => {
      const timer = { run, delay }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
  })
  return { service, saver, timers, draft: () => storedDraft }
}

test('a change is stored at once, sent after a delay, and its draft is removed when it is saved', async () => {
  const { saver, service, timers, draft } = setUp()
  saver.change({ text: 'a' })
  saver.change({ text: 'ab' })
  expect(saver.state.kind).toBe('waiting')
  expect(draft()).toEqual({ form: { text: 'ab' }, version: 0 })
  expect(timers).toHaveLength(1)
  await saver.flush()
  expect(service).toMatchObject({ current: { form: { text: 'ab' }, version: 1 }, calls: 1 })
  expect(saver.state).toEqual({ kind: 'saved', at: '2026-03-01T10:00:01.000Z' })
  expect(draft()).toBeNull()
})

test('a change during a save is saved after it, over the new version', async () => {
  const { saver, service } = setUp()
  saver.change({ text: 'a' })
  const first = saver.flush()
  saver.change({ text: 'ab' })
  await first
  await saver.flush()
  expect(service.current).toMatchObject({ form: { text: 'ab' }, version: 2 })
})

test('without network the form is stored here and retried', async () => {
  const { saver, service, timers, draft } = setUp()
  service.fail = new ApiError(0, 'network_error', 'no network')
  saver.change({ text: 'a' })
  await saver.flush()
  expect(saver.state.kind).toBe('offline')
  expect(draft()?.form.text).toBe('a')
  expect(timers.at(-1)?.delay).toBe(5_000)
  service.fail = null
  await saver.flush()
  expect(service.current.form.text).toBe('a')
})

test('after the session ended the form is stored until somebody signs in', async () => {
  const { saver, service, draft } = setUp()
  service.fail = new ApiError(401, 'unauthenticated', 'signed out')
  saver.change({ text: 'a' })
  await saver.flush()
  expect(saver.state.kind).toBe('signed_out')
  expect(draft()?.form.text).toBe('a')
  service.fail = null
  await saver.flush()
  expect(saver.state.kind).toBe('saved')
})

test('a form that the service rejects shows the reason and is not retried by itself', async () => {
  const { saver, service, timers } = setUp()
  service.fail = new ApiError(400, 'invalid_parameter', 'text must have at most 3 characters')
  saver.change({ text: 'abcd' })
  timers.length = 0
  await saver.flush()
  const refused = { kind: 'refused', message: 'text must have at most 3 characters', details: [] }
  expect(saver.state).toEqual(refused)
  expect(timers).toHaveLength(0)
  saver.change({ text: 'abc' })
  expect(saver.state).toEqual(refused)
  service.fail = null
  await saver.flush()
  expect(saver.state.kind).toBe('saved')
})

test('a refused field holds back no other, and is sent again once it is changed', async () => {
  type Answers = { count: string; text: string }
  const service = { form: { count: '1', text: '' }, version: 1, saved_at: null, saved_by: null }
  const details = [{ field: 'form.count', in: 'body', issue: 'must be a number' }] as const
  let stored: Draft<Answers> | null = null
  const saver = new StepSaver<Answers>({
    saved: { ...service },
    fields: ['count', 'text'],
    store: {
      read: () => null,
      write: (draft) => {
        stored = draft
      },
      clear: () => {
        stored = null
      },
    },
    save: async (form, version) => {
      expect(version).toBe(service.version)
      if (form.count === 'many') throw new ApiError(400, 'invalid_parameter', 'refused', { details })
      return { ...Object.assign(service, { form, version: version + 1 }) }
    },
    load: () => expect.unreachable(),
    onSaved: () => {},
    schedule: () => () => {},
  })
  saver.change({ count: 'many', text: 'kept' })
  await saver.flush()
  expect(service.form).toEqual({ count: '1', text: 'kept' })
  expect(saver.state).toMatchObject({ kind: 'refused', details })
  expect(stored).toEqual({ form: { count: 'many', text: 'kept' }, version: 2 })
  await saver.flush()
  expect(service.version).toBe(2)
  saver.change({ count: '2' })
  await saver.flush()
  expect(service.form).toEqual({ count: '2', text: 'kept' })
  expect(saver.state.kind).toBe('saved')
  expect(stored).toBeNull()
})

test.each(['mine', 'theirs'] as const)('the later of two editors sees both versions and keeps %s', async (choice) => {
  const { saver, service, draft } = setUp(saved('start', 1))
  service.current = saved('theirs', 2)
  saver.change({ text: 'mine' })
  await saver.flush()
  expect(saver.state).toEqual({ kind: 'conflict', mine: { text: 'mine' }, theirs: saved('theirs', 2) })
  expect(draft()?.form.text).toBe('mine')
  await (choice === 'mine' ? saver.keepOwn() : saver.acceptTheirs())
  expect(saver.form.text).toBe(choice)
  expect(service.current.form.text).toBe(choice)
  expect(saver.state.kind).toBe('saved')
  expect(draft()).toBeNull()
})

test('a draft of the saved version is restored after a reload', async () => {
  const { saver, service } = setUp(saved('old', 1), { form: { text: 'new' }, version: 1 })
  expect(saver.form.text).toBe('new')
  await saver.flush()
  expect(service.current.form.text).toBe('new')
})

test('a draft of an older version is shown with the saved one', () => {
  const { saver } = setUp(saved('theirs', 3), { form: { text: 'mine' }, version: 1 })
  expect(saver.state).toMatchObject({ kind: 'conflict', mine: { text: 'mine' }, theirs: { version: 3 } })
})

test('a draft keeps an answer that the saved form lacks', () => {
  const draft = { form: { text: 'kept', isShort: true }, version: 2 }
  expect(setUp(saved('kept', 2), draft).saver.form).toEqual(draft.form)
})

test('a draft of another release has the fields of this one', () => {
  const draft = { form: { former: 'x' }, version: 2 } as unknown as Draft<Form>
  expect(setUp(saved('kept', 2), draft).saver.form).toEqual({ text: 'kept' })
  const both = { form: { text: 'mine', former: 'x' }, version: 2 } as Draft<Form>
  expect(setUp(saved('kept', 2), both).saver.form).toEqual({ text: 'mine' })
})

test('a draft that equals the saved form is removed', () => {
  const { saver, draft } = setUp(saved('same', 2), { form: { text: 'same' }, version: 1 })
  expect(saver.state.kind).toBe('saved')
  expect(draft()).toBeNull()
})

test('a draft with its members in another order than the saved form is no change', () => {
  let stored: Draft<Record<string, unknown>> | null = { form: { list: [{ c: null, b: 2 }], a: 1 }, version: 1 }
  const saver = new StepSaver<Record<string, unknown>>({
    saved: { form: { a: 1, list: [{ b: 2, c: null }] }, version: 1, saved_at: null, saved_by: null },
    fields: ['a', 'list'],
    store: {
      read: () => stored,
      write: () => expect.unreachable(),
      clear: () => {
        stored = null
      },
    },
    save: () => expect.unreachable(),
    load: () => expect.unreachable(),
    onSaved: () => {},
  })
  expect(saver.state.kind).toBe('saved')
  expect(stored).toBeNull()
  saver.change({ a: 1 })
  expect(saver.state.kind).toBe('saved')
})

test('a response replaces the fields that nobody touched since they were sent', async () => {
  type Lesson = { text: string; drafts: { title: string; article: string | null }[]; isShort?: boolean }
  const drafts = [{ title: 'a', article: null }]
  const stored = { text: 'sent', drafts: [{ title: 'a', article: 'kb_1' }] }
  const started = { form: { text: '', drafts, isShort: true }, version: 1, saved_at: null, saved_by: null }
  const saver = new StepSaver<Lesson>({
    saved: started,
    fields: ['text', 'drafts', 'isShort'],
    store: { read: () => null, write: () => {}, clear: () => {} },
    save: async (form, version) => {
      expect(version).toBe(1)
      expect(form.text).toBe('sent')
      saver.change({ text: 'sent, and more' })
      return { form: stored, version: 2, saved_at: null, saved_by: 'Ada' }
    },
    load: () => expect.unreachable(),
    onSaved: () => {},
    schedule: () => () => {},
  })
  saver.change({ text: 'sent' })
  await saver.flush()
  expect(saver.form).toEqual({ text: 'sent, and more', drafts: stored.drafts })
  expect(saver.state.kind).toBe('waiting')
  expect(saver.loaded).toBe(started.form)
})

test('a newer version from elsewhere is adopted only without unsaved changes', () => {
  const { saver } = setUp(saved('old', 1))
  saver.adopt(saved('newer', 2))
  expect(saver.form.text).toBe('newer')
  saver.adopt(saved('old', 1))
  expect(saver.form.text).toBe('newer')
  saver.change({ text: 'mine' })
  saver.adopt(saved('newest', 3))
  expect(saver.form.text).toBe('mine')
})

test('a change during another call that writes the form is saved over its version', async () => {
  const { saver, service } = setUp(saved('draft', 1))
  await saver.saveThenRun(async () => {
    saver.change({ text: 'draft, and more' })
    void saver.flush()
    service.current = saved('draft, published', 2)
    return service.current
  })
  await saver.flush()
  expect(service.current).toMatchObject({ form: { text: 'draft, and more' }, version: 3 })
  expect(saver.state.kind).toBe('saved')
})
