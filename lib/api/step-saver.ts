import { hashKey } from '@tanstack/react-query'
import type { ErrorDetail } from '#lib/contracts/errors.ts'
import { ApiError } from './api-error.ts'

export type SavedForm<Form> = {
  readonly form: Form
  readonly version: number
  readonly saved_at: string | null
  readonly saved_by: string | null
}

/** An unsaved form, and the version that it is based on. */
export type Draft<Form> = { readonly form: Form; readonly version: number }

/** Stores a draft in this browser until the service has it. */
export type DraftStore<Form> = {
  read(): Draft<Form> | null
  write(draft: Draft<Form>): void
  clear(): void
}

export type SaveState<Form> =
  | { readonly kind: 'saved'; readonly at: string | null }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'refused'; readonly message: string; readonly details: readonly ErrorDetail[] }
  | { readonly kind: 'conflict'; readonly mine: Form; readonly theirs: SavedForm<Form> }

type StepSaverOptions<Form> = {
  readonly saved: SavedForm<Form>
  /** The fields of the form. A saved one may lack some, and a draft of another release may have others. */
  readonly fields: readonly (keyof Form)[]
  readonly store: DraftStore<Form>
  /** Saves a form based on a version; rejects with an `ApiError`, 412 when the service has another version. */
  readonly save: (form: Form, version: number) => Promise<SavedForm<Form>>
  readonly load: () => Promise<SavedForm<Form>>
  readonly onSaved: (saved: SavedForm<Form>) => void
  /** Runs a function after some milliseconds; returns a function that cancels it. */
  readonly schedule?: (run: () => void, delay: number) => () => void
}

const saveDelayMs = 700
const retryDelayMs = 5_000

const byTimer = (run: () => void, delay: number) => {
  const timer = setTimeout(run, delay)
  return () => clearTimeout(timer)
}

/**
 * Holds the answers of a form and saves them automatically. Every change is stored in this browser at once and sent
 * after a pause; failed saves are retried. A response of the service replaces only fields that were not changed since.
 * When somebody else saved meanwhile, both versions are shown and the person chooses.
 */
export class StepSaver<Form extends object> {
  /** The form as it was loaded, for the first render in the browser. */
  readonly loaded: Form
  #version: number
  #form: Form
  /** The form as the service has it. */
  #saved: Form
  #isDirty = false
  #state: SaveState<Form>
  #sending: Promise<void> | null = null
  #cancel: () => void = () => {}
  readonly #listeners = new Set<() => void>()
  readonly #options: StepSaverOptions<Form>

  constructor(options: StepSaverOptions<Form>) {
    this.#options = options
    this.#version = options.saved.version
    this.loaded = options.saved.form
    this.#form = options.saved.form
    this.#saved = options.saved.form
    this.#state = { kind: 'saved', at: options.saved.saved_at }
    const draft = options.store.read()
    if (draft) this.#resume(draft, options.saved)
  }

  get state(): SaveState<Form> {
    return this.#state
  }

  /** The form as the person sees it, with unsaved changes. */
  get form(): Form {
    return this.#form
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes some fields. The state of a failed save stays until the next response. */
  change(fields: Partial<Form>): void {
    const names = Object.keys(fields) as (keyof Form)[]
    if (names.every((name) => fields[name] === this.#form[name])) return
    this.#form = { ...this.#form, ...fields }
    this.#isDirty = true
    this.#storeDraft()
    const state = this.#state
    if (state.kind === 'conflict') {
      this.#setState({ ...state, mine: this.#form })
      return
    }
    this.#setState(state.kind === 'saved' ? { kind: 'waiting' } : state)
    this.#later(saveDelayMs)
  }

  /** Sends unsaved changes now, for example when the network or the session is back. Resolves after the attempt. */
  async flush(): Promise<void> {
    this.#cancel()
    if (this.#sending) {
      await this.#sending
      return this.flush()
    }
    if (!this.#isDirty || this.#state.kind === 'conflict') return
    this.#sending = this.#send().finally(() => {
      this.#sending = null
    })
    await this.#sending
    if (this.#isDirty && this.#state.kind === 'waiting') this.#later(saveDelayMs)
  }

  /** Resolves a conflict with the own form, saved over the other version. */
  async keepOwn(): Promise<void> {
    if (this.#state.kind !== 'conflict') return
    this.#version = this.#state.theirs.version
    this.#saved = this.#state.theirs.form
    this.#isDirty = true
    this.#storeDraft()
    this.#setState({ kind: 'waiting' })
    await this.flush()
  }

  acceptTheirs(): void {
    if (this.#state.kind !== 'conflict') return
    this.#isDirty = false
    this.#accept(this.#state.theirs)
  }

  /** Takes over a newer version that was loaded elsewhere, unless there are unsaved changes. */
  adopt(saved: SavedForm<Form>): void {
    if (this.#isDirty || this.#sending || saved.version <= this.#version) return
    this.#version = saved.version
    this.#form = saved.form
    this.#saved = saved.form
    this.#setState({ kind: 'saved', at: saved.saved_at })
  }

  /**
   * Saves the form, then runs another call that writes it, such as the publication of a lesson; changes made meanwhile
   * are saved afterwards. Rejects when the form cannot be saved or the call rejects.
   */
  async saveThenRun(call: () => Promise<SavedForm<Form>>): Promise<void> {
    await this.flush()
    if (this.#state.kind !== 'saved') throw new Error('Your changes are not saved yet.')
    const form = this.#form
    const running = Promise.resolve().then(call)
    this.#sending = running
      .then((saved) => this.#accept(saved, form))
      .catch(() => {})
      .finally(() => {
        this.#sending = null
      })
    await running
    await this.#sending
    if (this.#isDirty) this.#later(saveDelayMs)
  }

  /** Takes over a saved form, except the fields that differ from the form that was sent. */
  #accept(saved: SavedForm<Form>, sent = this.#form): void {
    this.#version = saved.version
    this.#form = mergeUntouched(saved.form, sent, this.#form)
    this.#saved = saved.form
    if (this.#isDirty) this.#storeDraft()
    else this.#options.store.clear()
    this.#setState(this.#isDirty ? { kind: 'waiting' } : { kind: 'saved', at: saved.saved_at })
    this.#options.onSaved(saved)
  }

  async #send(): Promise<void> {
    const form = this.#form
    this.#isDirty = false
    if (this.#state.kind === 'waiting') this.#setState({ kind: 'saving' })
    try {
      this.#accept(await this.#options.save(form, this.#version), form)
    } catch (error) {
      this.#isDirty = true
      await this.#handleError(error)
    }
  }

  async #handleError(error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 412) return this.#loadConflict()
    if (status === 401) return this.#setState({ kind: 'signed_out' })
    if (status === 0 || status === 429 || status >= 500) return this.#retry()
    const { message, details } = error as ApiError
    await this.#saveOthers(details)
    this.#setState({ kind: 'refused', message, details })
  }

  /** Saves the changed fields that the service did not refuse, so that a wrong value holds back no other answer. */
  async #saveOthers(details: readonly ErrorDetail[]): Promise<void> {
    const refused = details.map(({ field }) => field.split('.')[1])
    const others = this.#options.fields.filter(
      (name) => !refused.includes(String(name)) && this.#form[name] !== this.#saved[name],
    )
    if (details.length === 0 || others.length === 0) return
    const sent = { ...this.#saved, ...Object.fromEntries(others.map((name) => [name, this.#form[name]])) }
    try {
      this.#accept(await this.#options.save(sent, this.#version), sent)
    } catch {
      // All of it stays a draft, and the next change sends it again.
    }
  }

  async #loadConflict(): Promise<void> {
    try {
      const theirs = await this.#options.load()
      if (isSameValue(theirs.form, this.#form)) {
        this.#isDirty = false
        this.#accept(theirs)
      } else this.#setState({ kind: 'conflict', mine: this.#form, theirs })
    } catch {
      this.#retry()
    }
  }

  #retry(): void {
    this.#setState({ kind: 'offline' })
    this.#later(retryDelayMs)
  }

  #resume({ form, version }: Draft<Form>, saved: SavedForm<Form>): void {
    const known = this.#options.fields.filter((name) => name in form)
    const mine: Form = { ...saved.form, ...Object.fromEntries(known.map((name) => [name, form[name]])) }
    if (isSameValue(mine, saved.form)) {
      this.#options.store.clear()
      return
    }
    this.#form = mine
    this.#isDirty = true
    this.#state = version === saved.version ? { kind: 'waiting' } : { kind: 'conflict', mine, theirs: saved }
  }

  #storeDraft(): void {
    this.#options.store.write({ form: this.#form, version: this.#version })
  }

  #later(delay: number): void {
    this.#cancel()
    this.#cancel = (this.#options.schedule ?? byTimer)(() => void this.flush(), delay)
  }

  #setState(state: SaveState<Form>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** The saved value of each field that was not changed since the form was sent; an equal value stays the same object. */
function mergeUntouched<Form extends object>(saved: Form, sent: Form, current: Form): Form {
  const merged = { ...saved }
  for (const name of Object.keys(current) as (keyof Form)[]) {
    if (current[name] !== sent[name] || isSameValue(saved[name], current[name])) merged[name] = current[name]
  }
  return merged
}

/** True if two JSON values are equal, regardless of the order of keys. */
const isSameValue = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other])
