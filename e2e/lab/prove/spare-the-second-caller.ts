import { join } from 'node:path'
import { percentile } from '#e2e/lab/bench/statistics.ts'
import { forkClient } from '#e2e/support/forked-client.ts'
import { addSenderTo, senderSecret } from '#e2e/support/own-sender.ts'
import { type OwnServer, withOwnServer } from '#e2e/support/own-server.ts'
import { recordSecrets } from '#e2e/support/recorded-secrets.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Database } from '#server/platform/db/client.ts'
import { type Attack, allAttacks } from './bystander/attacks.ts'
import type { ClientOrder } from './bystander/client.ts'
import { followEvents, toBearer } from './bystander/feed.ts'
import { type CallerAccess, probes, type Sample } from './bystander/probes.ts'
import { type Claim, type Ground, toVerdict, unless } from './claim.ts'

/** Factor of its quiet 99th percentile that a caller may wait while another attacks. */
const leeway = 2
/** Milliseconds that are always allowed: one piece of the rendering of a page, for which a response waits. */
const pieceMs = 40
/** Maximum 99th percentile of a quiet service; it is slower only if other programs use the machine. */
const quietMs = 75
/** Maximum measurements of an attack while the quiet service is so slow that other programs must use the machine. */
const mostRounds = 3

/** As installed, so that the limits of the service apply; the IP addresses of callers come from a proxy. */
const asInstalled = { HINDSIGHT_RATE_LIMIT: '600', HINDSIGHT_TRUST_PROXY: 'true', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }

export const spareTheSecondCaller: Claim = {
  name: 'spare-the-second-caller',
  async prove(ground, { isQuick }) {
    const results: AttackResult[] = []
    for (const attack of chosenAttacks()) results.push(await attackUndisturbed(ground, attack, isQuick ? 8 : 20))
    const faults = results.flatMap((result) => result.faults)
    return toVerdict(results.map(({ figure }) => figure).join('; '), faults)
  },
}

type AttackResult = { readonly figure: string; readonly faults: readonly string[]; readonly isDisturbed: boolean }

/** All attacks, or those that the variable PROVE_ATTACKS names, separated by commas. */
function chosenAttacks(): readonly Attack[] {
  const names = process.env.PROVE_ATTACKS?.split(',')
  const chosen = allAttacks.filter(({ name }) => names?.includes(name) ?? true)
  if (chosen.length > 0) return chosen
  throw new Error(`PROVE_ATTACKS names no attack; they are: ${allAttacks.map(({ name }) => name).join(', ')}.`)
}

/** Attacks again while the machine is disturbed, since such a figure says little; the last one counts. */
async function attackUndisturbed(ground: Ground, attack: Attack, seconds: number): Promise<AttackResult> {
  for (let round = 1; ; round += 1) {
    const result = await attackOnce(ground, attack, seconds)
    if (result.isDisturbed && round < mostRounds) continue
    const note = result.isDisturbed ? ', quiet was disturbed' : ''
    return { ...result, figure: `${result.figure}${round > 1 ? `, round ${round}` : ''}${note}` }
  }
}

/** Measures the second caller on a quiet server, and then while one attack runs. */
function attackOnce(ground: Ground, { name, env, mayRefuse }: Attack, seconds: number): Promise<AttackResult> {
  return withOwnServer(
    ground,
    async (own) => {
      const bystander = await startBystander(own)
      try {
        await bystander.sample(3)
        const quietSample = await bystander.sample(seconds)
        const quiet = summarize(quietSample)
        const { sample, sent } = await sampleDuring(own, name, () => bystander.sample(seconds))
        const attacked = summarize(sample)
        const limit = quiet.p99 * leeway + pieceMs
        const slow = compareProbes(quietSample, sample)
        const refused = Object.entries(sample.failures).filter(([what]) => !mayRefuse?.test(what))
        return {
          isDisturbed: quiet.p99 > quietMs,
          figure: `${name} (${sent}): p50 ${ms(quiet.p50)} → ${ms(attacked.p50)}, p99 ${ms(quiet.p99)} → ${ms(attacked.p99)}; ${slow.map(({ figure }) => figure).join(', ')}`,
          faults: [
            ...unless(attacked.p99 <= limit, `${name}: the p99 was ${ms(attacked.p99)}, allowed are ${ms(limit)}`),
            ...slow.flatMap(({ faults }) => faults.map((fault) => `${name}: ${fault}`)),
            ...refused.map(([what, count]) => `${name}: ${count} × ${what}`),
          ],
        }
      } finally {
        bystander.stop()
      }
    },
    { ...asInstalled, ...env },
  )
}

/** Measures while an attack runs, which is prepared before; `sent` summarizes its requests and their responses. */
async function sampleDuring(
  { server, tokens }: OwnServer,
  attack: string,
  measure: () => Promise<Sample>,
): Promise<{ readonly sample: Sample; readonly sent: string }> {
  const attacker = startClient()
  try {
    await attacker.ask({ attack, target: { baseUrl: server.baseUrl, tokens } })
    await attacker.ask('attack')
    const sample = await measure()
    return { sample, sent: await attacker.ask<string>('end') }
  } finally {
    attacker.stop()
  }
}

function startClient() {
  const { ask, stop } = forkClient(join(import.meta.dirname, 'bystander', 'client.ts'))
  return { ask: <Reply>(order: ClientOrder) => ask<Reply>({ order }), stop }
}

/** An IP address other than the attacker's, as a proxy reports it. */
const anybody = { 'X-Forwarded-For': '192.0.2.7' }

/**
 * Starts a caller that reads a list, reads a change, writes that change, follows the events since now and asks for the
 * health, in turn; meanwhile it loads a page, uploads a file, imports one and waits for its event in the feed.
 */
async function startBystander({ db, server: { baseUrl }, tokens, signInAs }: OwnServer) {
  const callers = {
    reader: await createCaller(db, 'read'),
    lister: await createCaller(db, 'read'),
    follower: await createCaller(db, 'read'),
    prober: await createCaller(db, 'read'),
    writer: await createCaller(db, 'write'),
    importer: await createCaller(db, 'write'),
  }
  const list = await fetch(`${baseUrl}/api/itsm/v1/changes?limit=1&sort=number`, { headers: callers.lister })
  const { result } = (await list.json()) as { result: { number: string }[] }
  const access: CallerAccess = {
    ...callers,
    baseUrl,
    anybody,
    session: { ...(await signInAs('admin')), ...anybody },
    sender: { ...toBearer(senderSecret), ...anybody },
    senderPath: await addSenderTo(baseUrl, 'json'),
    changePath: `/api/itsm/v1/changes/${result[0]?.number}`,
    feedPath: await followEvents(baseUrl, toBearer(tokens.itsm.read)),
  }
  const client = startClient()
  return {
    /** Sends the ordinary requests and the probes for some seconds. */
    sample: (seconds: number) => client.ask<Sample>({ seconds, access }),
    stop: client.stop,
  }
}

/** Headers of a caller with a token of its own. */
async function createCaller(db: Database, scope: 'read' | 'write') {
  const actor = { kind: 'system', id: 'prove', name: 'prove' } as const
  const named = { system: 'itsm', role: null, name: `Second caller ${crypto.randomUUID()}`, origin: 'entry' } as const
  const ctx = { db, actor, now: new Date(), requestId: 'prove' }
  const { secret } = await createToken(ctx, { ...named, scope, expiresAt: null })
  recordSecrets(secret)
  return { ...toBearer(secret), ...anybody }
}

/** The longest run of each probe on the quiet service and during the attack, and a fault if it took too long. */
function compareProbes(quiet: Sample, attacked: Sample): { figure: string; faults: string[] }[] {
  return probes.map(({ name, floorMs }) => {
    const longest = ({ milliseconds }: Sample) => Math.max(...(milliseconds[name] ?? []))
    const limit = Math.max(longest(quiet) * leeway, floorMs)
    const figure = `${name} ${ms(longest(quiet))} → ${ms(longest(attacked))}`
    return { figure, faults: unless(longest(attacked) <= limit, `${figure}, allowed are ${ms(limit)}`) }
  })
}

const summarize = ({ milliseconds: { ordinary = [] } }: Sample) => ({
  p50: percentile(ordinary, 50),
  p99: percentile(ordinary, 99),
})

const ms = (milliseconds: number) => `${Math.round(milliseconds)} ms`
