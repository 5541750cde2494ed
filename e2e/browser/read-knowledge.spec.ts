import type { APIRequestContext } from 'playwright/test'
import { expect, expectAccessible, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import type { Article, NewArticle } from '#lib/contracts/articles.ts'

const path = '/api/docs/v1/articles'

/** Returns a word that no other article has. */
const rareWord = () => `zq${crypto.randomUUID().replace(/\W|\d/g, '').slice(0, 8)}x`

async function publish(request: APIRequestContext, token: string, article: NewArticle): Promise<Article> {
  const made = await request.post(path, { headers: { authorization: `Bearer ${token}` }, data: article })
  expect(made.status()).toBe(201)
  return made.json()
}

test('finds an article by words and facets and reads it', async ({ page, request, tokens, signInAs }) => {
  const word = rareWord()
  const change = 'CHG0030010'
  await publish(request, tokens.docs.write, {
    content: `# Rehearse ${word}\n\nOn a **full** copy.\n\n<script>document.title = 'owned'</script>\n\n## Why\n\n- time`,
    metadata: {
      article_type: 'lesson',
      polarity: 'negative',
      category: 'planning',
      tags: ['upgrade', `${word}, b`],
      source_change: change,
    },
  })
  await publish(request, tokens.docs.write, {
    content: `# Another\n\nMentions ${word} in passing.`,
    metadata: { article_type: 'lesson', polarity: 'positive', category: 'planning', tags: ['upgrade'] },
  })
  await signInAs('viewer')
  await page.goto('/knowledge')
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(word)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1–2 of 2 articles')).toBeVisible()
  await expect(page.locator('mark').first()).toHaveText(word)

  const facets = page.getByRole('navigation', { name: 'Narrow down' })
  await facets.getByRole('link', { name: 'upgrade 2' }).click()
  await expect(page).toHaveURL(/tags=upgrade$/)
  await facets.getByRole('link', { name: `${word}, b 1` }).click()
  await expect(page.getByText('1 article', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/tags=upgrade%2C/)
  await page.reload()
  await facets.getByRole('link', { name: `${word}, b 1` }).click()
  await facets.getByRole('link', { name: 'From a failure 1' }).click()
  await expect(page.getByText('1 article', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: `Rehearse ${word}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Rehearse ${word}` })).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { name: 'Why' })).toBeVisible()
  await expect(page.getByRole('link', { name: change })).toHaveAttribute('href', `/changes/${change}`)
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()
  expect(await page.title()).not.toBe('owned')
  await expectAccessible(page)
  await page.getByRole('link', { name: `${word}, b`, exact: true }).click()
  await expect(page.getByText('1 article', { exact: true })).toBeVisible()
})

test('writes an article, keeps it over a reload, publishes and edits it', async ({ page, signInAs }) => {
  const word = rareWord()
  await signInAs('reviewer')
  await page.goto('/knowledge')
  await page.getByRole('link', { name: 'Write an article' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alert').getByText('Text: Enter text.')).toBeVisible()
  await expectAccessible(page)

  const title = page.getByRole('textbox', { name: 'Title' })
  const text = page.getByRole('textbox', { name: /^Text/ })
  await title.fill(`Written ${word}`)
  await text.fill('First draft.')
  await page.getByLabel('Tags').fill('rehearsal, window')
  await page.getByLabel('Tags').press('Enter')
  await page.getByLabel('Technologies').fill('postgre')
  await page.getByRole('option', { name: 'postgresql', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Technologies' })).toContainText('postgresql')
  await page.getByLabel('Category', { exact: true }).fill('Something new')
  await page.getByLabel('Kind of lesson').selectOption('positive')
  await page.reload()
  await expect(page.getByText('Unsaved text restored')).toBeVisible()
  await expect(title).toHaveValue(`Written ${word}`)
  await expect(text).toHaveValue('First draft.')
  await expect(page.getByLabel('Kind of lesson')).toHaveValue('positive')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveText('First draft.')

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Written ${word}` })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText('rehearsal')

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByText('Unsaved text restored')).toBeHidden()
  await text.fill('Second draft.')
  await page.getByLabel('Written on').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Written on/ })
    .click()
  await expect(page.getByLabel('Written on')).toBeFocused()
  await page.getByLabel('Written on').fill('2026-03-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Second draft.')).toBeVisible()
  await expect(page.getByText('1 Mar 2026')).toBeVisible()
})

test('shows the newer version after a conflicting save, and loses neither text', async ({
  page,
  request,
  tokens,
  signInAs,
}) => {
  expectConsoleErrors(page, /status of 412/)
  const { id } = await publish(request, tokens.docs.write, { content: '# Contested\n\nOld.' })
  await signInAs('reviewer')
  await page.goto(`/knowledge/${id}/edit`)
  const text = page.getByRole('textbox', { name: /^Text/ })
  await text.fill('Mine.')
  const saveElsewhere = async (content: string) => {
    const headers = { authorization: `Bearer ${tokens.docs.write}` }
    expect((await request.patch(`${path}/${id}`, { headers, data: { content } })).status()).toBe(200)
  }
  await saveElsewhere('# Contested\n\nTheirs.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else saved this article')).toBeVisible()
  await expect(page.getByLabel('Newer version')).toHaveValue('# Contested\n\nTheirs.')
  await expect(text).toHaveValue('Mine.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load the newer version' }).click()
  await expect(text).toHaveValue('Theirs.')
  await expect(page.getByLabel('Your text')).toHaveValue('# Contested\n\nMine.')
  await page.getByRole('button', { name: 'Done' }).click()

  await text.fill('Both.')
  await saveElsewhere('# Contested\n\nTheirs again.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article')).toContainText('Both.')
})
