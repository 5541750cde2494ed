import { type APIRequestContext, expect, type Page } from 'playwright/test'
import type { Improvement } from '#lib/contracts/improvements.ts'

/** The path of the register. */
export const actionsPath = '/api/itsm/v1/improvements'

/** A calendar date some days from today (UTC), YYYY-MM-DD. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Seed = Partial<Pick<Improvement, 'title' | 'owner' | 'target_date' | 'status' | 'category' | 'priority'>>

/** Registers actions of one made-up review, so that a test sees only its own. */
export async function register(request: APIRequestContext, token: string, seeds: readonly Seed[]) {
  const source = `PIR-E2E-${crypto.randomUUID().slice(0, 8)}`
  const headers = { authorization: `Bearer ${token}` }
  const actions: Improvement[] = []
  for (const { status, ...seed } of seeds) {
    const data = {
      title: 'Rehearse upgrades',
      source_type: 'pir',
      source_ref: source,
      owner: 'ines.marchetti@hindsight.example',
      target_date: inDays(30),
      category: 'testing',
      priority: 'high',
      ...seed,
    }
    const made = await request.post(actionsPath, { headers, data })
    expect(made.status()).toBe(201)
    const action: Improvement = await made.json()
    const evidence = status === 'done' ? { evidence: 'Test run 12' } : {}
    if (status) {
      const moved = await request.patch(`${actionsPath}/${action.id}`, { headers, data: { status, ...evidence } })
      expect(moved.status()).toBe(200)
    }
    actions.push(action)
  }
  return { source, actions, path: `/improvements?source=${source}` }
}

/** Fills the dialog that sets an action to done. */
export async function showDone(page: Page, evidence: string) {
  const dialog = page.getByRole('dialog', { name: 'Mark as done' })
  await dialog.getByLabel('Evidence of completion').fill(evidence)
  await dialog.getByRole('button', { name: 'Mark as done' }).click()
  await expect(dialog).toBeHidden()
}

export const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title }) })
export const getStatusButton = (page: Page, title: string) => page.getByRole('button', { name: `Status of “${title}”` })
