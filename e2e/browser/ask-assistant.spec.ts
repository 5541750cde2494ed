import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { addOwedReview, openReview } from '#e2e/support/own-review.ts'

test('an admin turns assistants on; one reads a change and proposes answers, which a reviewer takes or dismisses', async ({
  page,
  world,
  baseURL,
  signInAs,
}) => {
  const ownReview = await addOwedReview()
  await signInAs('admin')
  // Reset, so that a second try starts like the first.
  const off = { data: { assistants: 'off' }, headers: { 'sec-fetch-site': 'same-origin' } }
  expect((await page.request.patch('/api/app/v1/settings', off)).status()).toBe(200)
  await page.goto('/admin/settings')
  const section = page.getByRole('region', { name: 'Assistants' })
  await section.getByRole('combobox', { name: 'What they may do' }).selectOption('propose')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Assistants: saved')).toBeVisible()

  await signInAs('reviewer')
  await openReview(page, ownReview, 'risk')

  const client = new Client({ name: 'journey', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', baseURL), {
      requestInit: { headers: { Authorization: `Bearer ${world.tokens.mcp.propose}` } },
    }),
  )
  const call = async (name: string, args: Record<string, unknown>) => {
    const [answer] = (await client.callTool({ name, arguments: args })).content
    return answer?.type === 'text' ? answer.text : ''
  }
  expect(await call('find_changes', { query: `number = "${ownReview.number}"` })).toContain(ownReview.title)
  expect(await call('review_dossier', { number: ownReview.number })).toContain(ownReview.title)
  const parts = [
    { field: 'risk.verdict', value: 'too_low' },
    { field: 'risk.missed', value: 'The copy was a tenth of the size.' },
  ]
  expect(await call('propose_answers', { number: ownReview.number, parts })).toContain('risk.missed')

  await page.reload()
  const proposals = page.getByRole('region', { name: 'Proposed by an assistant' })
  await expect(proposals.getByText('Tests mcp propose').first()).toBeVisible()
  await expectAccessible(page)
  await proposals.getByRole('button', { name: 'Take over: What was missed' }).click()
  await expect(page.getByRole('textbox', { name: 'What was missed' })).toHaveValue('The copy was a tenth of the size.')
  await proposals.getByRole('button', { name: 'Dismiss: The risk of this change was' }).click()
  await expect(proposals).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /Rated too low/ })).not.toBeChecked()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'What was missed' })).toHaveValue('The copy was a tenth of the size.')
})
