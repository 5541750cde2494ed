/** A fault that the tests have to find: `text` occurs once in `file`, and becomes `fault`. */
export type PlantedFault = {
  readonly kind: 'command' | 'rule' | 'access' | 'parser'
  readonly file: string
  readonly text: string
  readonly fault: string
  /** The test files of which at least one fails. */
  readonly tests: readonly string[]
}

/** File below the folder, text, faulty text, and the tests below the folder; without tests the one beside the file. */
type Line = readonly [file: string, text: string, fault: string, ...tests: readonly string[]]

const plantIn = (kind: PlantedFault['kind'], folder: string, lines: readonly Line[]): readonly PlantedFault[] =>
  lines.map(([file, text, fault, ...tests]) => ({
    kind,
    file: `${folder}/${file}.ts`,
    text,
    fault,
    tests: (tests.length > 0 ? tests : [file]).map((name) => `${folder}/${name}.test.ts`),
  }))

export const plantedFaults: readonly PlantedFault[] = [
  ...plantIn('command', 'server/reviews', [
    ['commands/complete', 'if (reason !== null) {', 'if (Date.now() < 0) {', 'commands/sign-off'],
    ['commands/sign-off', 'change_updated_at !== change.updated_at', 'change_updated_at < 0'],
    ['commands/waive', 'people.get(request.email)?.emails ?? []', '[]'],
    ['commands/waive', 'needsSignOff: true,', 'needsSignOff: false,'],
    ['commands/reopen', 'await keepAsCompleted(ctx, locked)', ''],
    ['save-step', 'before && isSameForm(step, before.form, form)', 'before && version < 0'],
    ['api-writes/update-change', 'assertVersion(before.version, expectedVersions)', ''],
    ['api-writes/put-change', 'assertCondition(before?.version ?? null, condition)', ''],
    ['api-writes/put-change', 'if (isPolicyInputChanged(written.changed))', 'if (!ctx)', 'commands/reconsider-reviews'],
    ['api-writes/put-incident', 'assertCondition(before?.version ?? null, condition)', ''],
    ['api-writes/put-incident', 'if (policyIncidentFields.some(', 'if ([].some(', 'commands/reconsider-reviews'],
  ]),
  ...plantIn('command', 'server/improvements', [
    ['commands', 'assertMayEdit(tx, before, patch)', ''],
    ['commands', 'const values = resetVerification(before, moved)', 'const values = moved', 'move-improvement'],
    ['commands', "and(eq(improvements.id, id), eq(improvements.status, 'open'))", 'eq(improvements.id, id)'],
  ]),
  ...plantIn('command', 'server', [
    ['articles/delete-article', 'if (lesson) throw', 'if (!row) throw'],
    ['platform/auth/account-commands', 'assertAllowed(tx, locked, before.account, after)', ''],
    ['platform/auth/account-commands', "if (isNewPassword) await assertHardToGuess(password, after, 'password')", ''],
    ['platform/auth/token-commands', 'tokenHash: hashToken(secret)', 'tokenHash: secret'],
    ['platform/auth/token-commands', 'Date.parse(expiresAt) <= ctx.now.getTime()', 'expiresAt < ""'],
    ['reviews/policy/rule-commands', 'if (!person) throw', 'if (!tx) throw', 'policy/edit-policy'],
    ['reviews/policy/rule-commands', '!before.every((id) => ordered.has(id))', 'ids.length < 0', 'policy/edit-policy'],
    ['people/resolve-people', 'own.some((one) => isSameEmail(one, actor.email))', 'false', 'insights/conclusions'],
    ['reviews/commands/reconsider-reviews', 'resolved.get(one.row.reference) ?? ', '', 'reviews/four-eyes/known-since'],
    ['reviews/clean-checks', 'await resolveAllParticipants(db, ', '(', 'reviews/four-eyes/known-since'],
    ['reviews/four-eyes/verify-parts', 'if (added.length > 0)', 'if (!db)', 'reviews/policy/record-former-parts'],
    ['history/replay-history', ', ...(await listUnexplainedReasons(db))', '', 'reviews/policy/record-former-parts'],
    ['policy/rules', 'starts.some((at) => isInForce(version, at))', 'false', 'reviews/policy/follow-rules'],
    ['views/commands', '(counted?.views ?? 0) >= maxViews', '(counted?.views ?? 0) > 1e6'],
    ['views/commands', 'is_shared ? { page, name, search, is_shared }', 'page ? { page, name, search, is_shared }'],
    ['connections/commands', 'isMoved = !isSameOrigin(url, before.url)', 'isMoved = !url', 'connections/connections'],
    ['change-feed/webhooks/commands', 'if (before.previousUntil !== endedUntil) throw', 'if (!before) throw'],
    ['discussion/comments', 'if (before.author !== getActingAccount(tx).email)', 'if (!tx)', 'discussion/discussion'],
    ['people/erase-person', 'if (blockers.length > 0) {', 'if (blockers.length < 0) {'],
    ['people/person-rows', "before.join('|')", "'~~'", 'people/erase-person'],
    ['people/person-rows', 'notAfter(beforeAt)', "notAfter('a-z')", 'people/erase-person'],
    [
      'people/identities',
      'select id, email, name, user_name, null as',
      'select id, email, null as name, user_name, null as',
      'people/erase-person',
    ],
    ['people/erase-person', 'await deleteLeafSalts({ ...ctx, db: tx }, table, scope, part)', ''],
    ['history/verify-ledger', 'if (salt === null && !isListed)', 'if (!leaf)', 'all-retentions'],
    ['history/verify-ledger', 'faults.push(...replay.faults)', '', 'history/rewritten-records'],
  ]),
  ...plantIn('rule', 'lib', [
    ['domain/policy/business-days', 'if (!isFree(at)) left -= 1', 'left -= 1'],
    ['domain/policy/review-policy', 'matching.some(({ needs_sign_off })', 'matching.every(({ needs_sign_off })'],
    ['review/outcome', 'const worst = Math.max(', 'const worst = Math.min('],
    [
      'domain/improvements/improvement-status',
      "open: { in_progress: [], done: ['evidence'],",
      'open: { in_progress: [], done: [],',
    ],
    ['domain/incidents/candidate-score', 'minScore: 30,', 'minScore: 0,'],
    ['domain/change/clean-change', "...when(isOwnWork, 'You implemented the change.'),", ''],
    ['domain/people/mentions', 'index + 1 + person.name.length', 'index + person.name.length'],
    ['domain/audits/draw-sample', 'a.hash < b.hash ? -1 : 1', 'a.number < b.number ? -1 : 1'],
    ['domain/metrics/metric-period', 'addDaysTo(period.from, -1)', 'addDaysTo(period.from, 0)'],
    ['review/sign-off', "['reviewed', review.reviewer],", ''],
    ['domain/four-eyes/four-eyes', 'person !== null && hasListed(', 'person === null && hasListed('],
    ['domain/four-eyes/action-four-eyes', '[changes.owner?.from, ', '['],
  ]),
  ...plantIn('rule', 'server', [
    ['insights/as-known', 'changeStates.since} <=', 'changeStates.until} >=', 'insights/replay'],
    [
      'insights/populations',
      'changeStates.since})`, scope)}',
      'changeStates.reviewedFrom})`, scope)}',
      'insights/replay',
    ],
    ['insights/as-known', 'await refreshChangeStates(db)', '', 'insights/replay'],
    ['pages/report/load-weekly-pack', 'if (week.to >= getToday(ctx))', 'if (week.to !== getToday(ctx))'],
  ]),
  ...plantIn('access', 'server/platform', [
    ['api/admit', 'authorize(endpoint, state.actor)', '', 'api/access'],
    ['auth/guard-provider-sign-in', 'if (isOurs && ', 'if (', 'auth/guard-sign-in'],
    ['auth/caller', "access.scope === 'write' && token.scope !== 'write'", "access.scope === 'none'", 'api/access'],
    ['auth/caller', "token.system !== 'app'", 'token.system === null', 'auth/service-account'],
    ['auth/session-caller', ' || account.sessionVersion !== token.sessionVersion', '', 'api/access'],
    ['auth/token-caller', '!token || token.revokedAt !== null', '!token', 'auth/revocation'],
    ['outgoing/ip-address', "ipAddress.range() !== 'unicast' || ", '', 'outgoing/create-outgoing'],
    ['outgoing/create-outgoing', 'await options.assertOriginal()', '', 'installation'],
    ['jobs/run-jobs', 'if (await isHeld(job, ctx.db)) return', '', 'installation'],
    ['limits/sign-in-limit', "['account', email],", '', 'auth/sign-in'],
  ]),
  ...plantIn('parser', 'lib', [
    ['filter/evaluate', 'return !held.some(equals)', 'return held.some(equals)'],
    ['filter/parse', 'if (control !== -1) {', 'if (control < -1) {'],
    ['filter/timestamp', 'local - offsetMinutes(zone)', 'local + offsetMinutes(zone)'],
    ['domain/return-path', "!pathname.startsWith('//')", "pathname !== ''"],
    ['text/cell-text', '(needsMark.test(text) ? ', '(text === "=" ? '],
    ['text/shorten', 'isInsideCharacter(text, end) ? end - 1 : end', 'end'],
    ['text/mask-names', 'person.isInvolved || namedPeople.has(person)', 'namedPeople.has(person)'],
    ['time/wall-clock', 'readOffset(zone, today + 2 * day)]', 'readOffset(zone, today - day)]'],
    ['time/format-time', 'isTwice ? ', '!zone ? '],
    ['domain/change/json-steps', '(line)) steps.push(line)', '(line)) steps.unshift(line)', 'domain/change/plan-steps'],
    ['ledger/merkle-tree', 'Uint8Array.of(1), left, right', 'Uint8Array.of(1), right, left'],
  ]),
  ...plantIn('parser', 'server/platform', [
    ['api/idempotency', 'markText(requestText, secret) === row.requestHash', 'row.requestHash !== secret'],
    ['http/response', "tag === '*' || opaque(tag) === opaque(etag)", "tag === '*'"],
    ['db/list', 'if (writtenSort !== sort) throw', 'if (!key) throw'],
    ['db/precondition', 'version !== null && mustExist === false', 'version === 0', '../reviews/api-writes/put-change'],
    ['http/read-body', 'assertDepth(text)\n', '\n'],
    ['files/csv-text', 'string: escapeFormula', 'string: String'],
    ['sealed-text', 'decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))', ''],
  ]),
  ...plantIn('parser', 'server/import', [
    ['source/json-source', 'return (moreMark.exec(around) ?? total)?.[0]', 'return total && undefined'],
    ['cells/change-number', 'if (shortened.test(text))', "if (text === '')", 'generated-files'],
    ['source/workbook', 'if (isFormula && value === undefined)', 'if (isFormula && line < 0)', 'generated-files'],
  ]),
]
