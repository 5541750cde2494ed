import { describe, expect, test } from 'vitest'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { confirmWaiver, refuseWaiver, waiveReview } from '#server/reviews/commands/waive.ts'
import { decideReviewProposal, listReviewProposals, proposeAnswers } from '#server/reviews/proposals.ts'
import { getReview } from '#server/reviews/queries.ts'
import { ada, callum, henrike, insertAccount, noor, paolo } from '#server/reviews/testing.ts'
import { needsSignOff, provideReviews, quiet } from '#server/reviews/testing-reviews.ts'

const implemented = { code: 'forbidden', message: expect.stringContaining('You implemented the change') }

const { database, as, put, importAs, filled } = provideReviews({ people: [noor, callum, henrike, paolo, ada] })
const list = (by: Actor, id: string, fields: Readonly<Record<string, string>>) =>
  importAs(by, 'users', { id, name: 'Somebody', email: `${id}@corp.example`, ...fields })

describe('a person who wrote the entry by which an implementer is known does not complete the review alone', () => {
  test('unless it was an admin, who could add an account as well', async () => {
    await list(ada, 'h9', { name: 'K. Berg' })
    const reference = await filled('CHG-LISTED-BY-ADMIN', { ...quiet, assignedTo: 'h9@corp.example' }, ada)
    expect(await completeReview(as(ada), reference, {})).toMatchObject({ status: 'completed' })
  })

  test('when it came before, or changed the entry of somebody with an account', async () => {
    await list(henrike, 'h2', { name: 'Henrike V', email: callum.email, user_name: 'hvos-2' })
    await put(testToken, 'CHG-LISTED-BEFORE', { title: 'X', state: 'implement', assigned_to: 'hvos-2' })
    const { reference } = await startReview(as(henrike), 'CHG-LISTED-BEFORE')
    await expect(completeReview(as(henrike), reference, {})).rejects.toMatchObject(needsSignOff)
    expect(await completeReview(as(noor), reference, {}).catch(({ message }) => message)).not.toContain('sign-off')
  })

  test('nor waives it, unless it was an admin', async () => {
    await list(henrike, 'h4', { name: 'X' })
    await list(ada, 'h5', { name: 'Y' })
    const own = await filled('CHG-WAIVED-LISTED', { ...quiet, assignedTo: 'h4@corp.example' })
    const waiver = waiveReview(as(henrike), own, 'No need.')
    await expect(waiver).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('directory') })
    expect(await waiveReview(as(paolo), own, 'No need.')).toMatchObject({ status: 'waived' })
    const byAdmin = await filled('CHG-WAIVED-BY-ADMIN', { ...quiet, assignedTo: 'h5@corp.example' })
    expect(await waiveReview(as(ada), byAdmin, 'No need.')).toMatchObject({ status: 'waived' })
  })

  test('nor states that entry, unless it was an admin', async () => {
    await list(henrike, 'h7', { name: 'X' })
    await list(ada, 'h8', { name: 'Y' })
    const forbidden = { code: 'forbidden', message: expect.stringContaining('state who it was') }
    const reference = await filled('CHG-STATED-LISTED', { risk: 'high', assignedTo: 'the contractor' })
    await waiveReview(as(paolo), reference, 'No need.')
    await expect(confirmWaiver(as(henrike), reference, 'h7@corp.example')).rejects.toMatchObject(forbidden)
    await refuseWaiver(as(paolo), reference, 'My mistake.')
    await submitReview(as(noor), reference)
    const signed = signOffReview(as(henrike), reference, { implementer: 'h7@corp.example' })
    await expect(signed).rejects.toMatchObject(forbidden)
    const byAdmin = await signOffReview(as(ada), reference, { implementer: 'h8@corp.example' })
    expect(byAdmin).toMatchObject({ status: 'completed', implementer: 'h8@corp.example' })
  })

  test('and a name that was unknown stays a need, no matter who explains it', async () => {
    const reference = await filled('CHG-UNKNOWN-FIRST', { ...quiet, assignedTo: 'Nemo Somebody' })
    await list(paolo, 'h3', { name: 'Nemo Somebody' })
    await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
  })
})

describe('one person with two addresses', () => {
  test.each([
    ['name', { name: 'Vos, Henrike' }],
    ['user name', { name: 'Somebody', user_name: 'HVOS' }],
    ['employee number', { name: 'Somebody', employee_number: '4711' }],
  ])('is the implementer by the same %s', async (kind, fields) => {
    const id = `vos-${kind.replaceAll(' ', '-')}`
    await list(paolo, `${id}-own`, { email: henrike.email, name: 'H', user_name: 'hvos', employee_number: '4711' })
    await list(paolo, id, fields)
    const reference = await filled(`CHG-${id}`, { risk: 'high', assignedTo: `${id}@corp.example` })
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject(implemented)
    expect(await signOffReview(as(paolo), reference, {})).toMatchObject({ status: 'completed' })
  })

  test('does not sign with one what they wrote, submitted or completed with the other', async () => {
    const second = { ...testPerson('manager', 'acc_noor_2'), name: 'N. H. (admin)' }
    await insertAccount(database.db, second)
    const number = { employee_number: '5150' }
    await list(ada, 'noor-1', { email: noor.email, name: 'Noor H.', ...number })
    await list(ada, 'noor-2', { email: second.email, name: second.name, ...number })
    const reference = await filled('CHG-SECOND-ACCOUNT', { risk: 'high', assignedTo: callum.email })
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(second), reference, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(waiveReview(as(second), reference, 'No need.')).rejects.toMatchObject({ code: 'forbidden' })
    const { took_part } = await getReview(as(noor), reference)
    const listKinds = (email: string) => took_part.parts.flatMap(({ kind, person }) => (person === email ? [kind] : []))
    expect(listKinds(second.email).toSorted()).toEqual(['reviewed', 'submitted', 'wrote'])
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ status: 'completed' })
  })

  test('nor with an account that is known to be theirs only since', async () => {
    const later = { ...testPerson('manager', 'acc_callum_2'), name: 'C. R. (admin)' }
    const reference = await filled('CHG-LATER-ACCOUNT', { risk: 'high', assignedTo: paolo.email }, callum)
    await submitReview(as(callum), reference)
    await insertAccount(database.db, later)
    const number = { employee_number: '6160' }
    await list(ada, 'callum-1', { email: callum.email, name: 'Callum R.', ...number })
    await list(ada, 'callum-2', { email: later.email, name: later.name, ...number })
    await expect(signOffReview(as(later), reference, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({ status: 'completed' })
  })

  test('is not meant by a number that many have, as a placeholder', async () => {
    const ids = ['ext-1', 'ext-2', 'ext-3', 'ext-4', 'ext-5']
    for (const id of ids) await list(paolo, id, { name: `Person ${id}`, employee_number: 'EXT' })
    await list(paolo, 'ext-paolo', { email: paolo.email, name: paolo.name, employee_number: 'EXT' })
    const reference = await filled('CHG-PLACEHOLDER', { risk: 'high', assignedTo: 'ext-1@corp.example' })
    await submitReview(as(noor), reference)
    expect(await signOffReview(as(paolo), reference, {})).toMatchObject({ status: 'completed' })
  })

  test('stays who it was when account or entry get another name', async () => {
    await list(paolo, 'vos-renamed', { name: 'Henrike Vos' })
    await list(henrike, 'vos-renamed', { name: 'Somebody Else' })
    const known = await filled('CHG-RENAMED-ENTRY', { risk: 'high', assignedTo: 'vos-renamed@corp.example' })
    await submitReview(as(noor), known)
    await expect(signOffReview(as(henrike), known, {})).rejects.toMatchObject(implemented)
    const unknown = await filled('CHG-RENAMED-ACCOUNT', { risk: 'high', assignedTo: 'Vos, Henrike (SRE)' })
    await submitReview(as(noor), unknown)
    await updateAccount(as(ada), henrike.id, { name: 'Jane Doe' })
    const renamed = { ...henrike, name: 'Jane Doe' }
    const signed = signOffReview(as(renamed), unknown, { implementer: callum.email })
    await expect(signed).rejects.toMatchObject(implemented)
  })
})

/** Adds somebody with an account and an entry of the directory, and with the former values of both. */
async function renamed(number: number, before: Readonly<Record<string, string>>) {
  const person = { ...testPerson('manager', `acc_renamed_${number}`), name: before.name ?? `Person of ${number}` }
  await insertAccount(database.db, person)
  const entry = { name: `Person of ${number}`, email: person.email }
  await list(ada, `renamed-${number}`, { ...entry, ...before })
  const now = { user_name: `now-${number}`, employee_number: `${number}-now` }
  await list(ada, `renamed-${number}`, {
    ...entry,
    ...Object.fromEntries(Object.keys(before).map((field) => [field, now[field as keyof typeof now] ?? entry.name])),
  })
  await updateAccount(as(ada), person.id, { name: entry.name })
  return { ...person, name: entry.name }
}

test.each([
  ['name', { name: 'Maria Gomez' }, { name: 'Maria Gomez' }],
  ['user name', { user_name: 'mgomez' }, { user_name: 'mgomez' }],
  ['employee number', { employee_number: 'M-17' }, { employee_number: 'm-17' }],
])('an account that once had the %s of the implementer is the implementer', async (field, before, implementer) => {
  const number = field.length
  const actor = await renamed(number, before)
  await list(ada, `other-${number}`, implementer)
  const change = { ...quiet, assignedTo: `other-${number}@corp.example` }
  const reference = await filled(`CHG-FORMERLY-${number}`, change)
  await expect(waiveReview(as(actor), reference, 'No need.')).rejects.toMatchObject(implemented)
})

test('an implementer whom nobody knows is stated by the signer, and each of them once', async () => {
  const reference = await filled('CHG-UNKNOWN', { ...quiet, assignedTo: 'Fred Luddy' })
  await put(henrike, 'CHG-UNKNOWN', { assigned_to: callum.email })
  await submitReview(as(noor), reference)
  const sign = (actor: Actor, body: { implementer?: string }) => signOffReview(as(actor), reference, body)
  const refusing = (text: string) => ({ code: 'invalid_parameter', message: expect.stringContaining(text) })
  await expect(sign(henrike, {})).rejects.toMatchObject(refusing('“Fred Luddy”'))
  const nobody = { implementer: 'someone@nowhere.example' }
  await expect(sign(henrike, nobody)).rejects.toMatchObject(refusing('in the directory'))
  expect(await sign(henrike, { implementer: noor.email })).toMatchObject({ implementer: noor.email })
  await reopenReview(as(noor), reference, 'Again.')
  await put(henrike, 'CHG-UNKNOWN', { assigned_to: 'Another Contractor' })
  await submitReview(as(noor), reference)
  await expect(sign(paolo, {})).rejects.toMatchObject(refusing('“Another Contractor”'))
})

test('an implementer whom nobody knows is stated by the manager who confirms a waiver', async () => {
  const reference = await filled('CHG-WAIVE-UNKNOWN', { assignedTo: 'Fred Luddy' })
  await waiveReview(as(henrike), reference, 'A twin.')
  const confirm = (implementer?: string) => confirmWaiver(as(ada), reference, implementer)
  await expect(confirm()).rejects.toMatchObject({ code: 'invalid_parameter' })
  await expect(confirm(ada.email)).rejects.toMatchObject(implemented)
  await expect(confirm(henrike.email)).rejects.toMatchObject({ code: 'conflict' })
  expect(await confirm(callum.email)).toMatchObject({ status: 'waived', implementer: callum.email })
})

test('who proposed an answer that its reviewer took over has written it, and so has who issued the token that did', async () => {
  const input = { name: 'Chat', system: 'mcp', scope: 'propose', expiresAt: null, origin: 'entry' } as const
  const { token } = await createToken(as(ada), input)
  const chat = { kind: 'token', id: token.id, name: 'Chat', system: 'mcp', scope: 'propose' } as const
  const reference = await filled('CHG-PROPOSED', { risk: 'high' })
  const answers = [{ field: 'risk.missed', value: 'The largest table.' }] as const
  for (const actor of [henrike, chat, paolo]) await proposeAnswers(as(actor), 'CHG-PROPOSED', answers)
  for (const { id, proposed_by } of await listReviewProposals(as(noor), reference)) {
    const decision = proposed_by === paolo.name ? 'dismissed' : 'taken'
    await decideReviewProposal(as(noor), { reference, id }, decision)
  }
  await submitReview(as(noor), reference)
  const wrote = { code: 'forbidden', message: expect.stringMatching(/^You changed or proposed answers/) }
  for (const proposer of [henrike, ada]) {
    await expect(signOffReview(as(proposer), reference, {})).rejects.toMatchObject(wrote)
  }
  expect(await signOffReview(as(paolo), reference, {})).toMatchObject({ status: 'completed' })
})
