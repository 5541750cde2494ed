import { expect, type Page } from 'playwright/test'

/** Takes an open review from its first step to its completion: every candidate was caused by the change. */
export async function takeReview(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const next = (step: string) => page.getByRole('link', { name: `Next: ${step}` }).click()
  const inGroup = (name: string, choice: string) => page.getByRole('group', { name }).getByLabel(choice).click()
  await inGroup('Was the backout plan used?', 'No')
  await inGroup('Was the objective of the change met?', 'Yes')
  await next('Risk')
  await inGroup('The risk of this change was', 'Rated too low')
  await page.getByLabel('What was missed').fill('Locks of the nightly job.')
  await next('Incidents')
  const candidates = page.getByRole('button', { name: 'Caused by this change', pressed: false })
  await expect(candidates.first()).toBeVisible()
  for (let left = await candidates.count(); left > 0; left -= 1) await candidates.first().click()
  await next('Outcome')
  await page.getByLabel('Successful with issues').click()
  await next('Improvements')
  await page.getByLabel('No action is needed').click()
  await next('Lessons')
  await page.getByLabel('There is nothing to publish').click()
  await next('Sign-off')
  await button('Complete the review').click()
  await expect(page.getByText(/^Completed as PIR-/)).toBeVisible()
}
