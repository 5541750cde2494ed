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
import { type CallerAccess, callerNames, followEvents, probes, type Sample, toBearer } from './bystander/probes.ts'
import { type Claim, type Ground, toVerdict, unless } from './claim.ts'

/** Factor of its quiet 99th percentile that a caller may wait while another attacks. */
const leeway = 2
/** Milliseconds that are always allowed: one piece of the rendering of a page, for which a response waits. */
const pieceMs = 40
/** Maximum 99th percentile of a quiet service; it is slower only if other programs use the machine. */
const quietMs = 75

/** As installed, so that the limits of the service apply; the IP addresses of callers come from a proxy. */
const asInstalled = { HINDSIGHT_RATE_LIMIT: '600', HINDSIGHT_TRUST_PROXY: 'true', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }

export const spareTheSecondCaller: Claim = {
  name: 'spare-the-second-caller',
  async prove(ground, { isQuick }) {
    const figures: string[] = []
    const faults: string[] = []
    for (const attack of chosenAttacks()) {
      const measured = await attackOnce(ground, attack, isQuick ? 8 : 20)
      figures.push(measured.figure)
      faults.push(...measured.faults.map((fault) => `${attack.name}: ${fault}`))
    }
    return toVerdict(figures.join('; '), faults)
  },
}

/** All attacks, or those that the variable PROVE_ATTACKS names, separated by commas. */
function chosenAttacks(): readonly Attack[] {
  const names = process.env.PROVE_ATTACKS?.split(',')
  const chosen = allAttacks.filter(({ name }) => names?.includes(name) ?? true)
  if (chosen.length > 0) return chosen
  throw new Error(`PROVE_ATTACKS names no attack; they are: ${allAttacks.map(({ name }) => name).join(', ')}.`)
}

/** Measures the second caller on a quiet server, and then while one attack runs, which is prepared before. */
const attackOnce = (ground: Ground, { name, env, mayRefuse }: Attack, seconds: number) =>
  withOwnServer(
    ground,
    async (own) => {
      const access = await createAccess(own)
      const bystander = startClient()
      const attacker = startClient()
      try {
        const measure = (length: number) => bystander.ask<Sample>({ seconds: length, access })
        await measure(3)
        const quiet = await measure(seconds)
        await attacker.ask({ attack: name, target: { baseUrl: access.baseUrl, tokens: own.tokens } })
        await attacker.ask('attack')
        const attacked = await measure(seconds)
        const sent = await attacker.ask<string>('end')
        const limit = getP99(quiet) * leeway + pieceMs
        const slow = compareProbes(quiet, attacked)
        const refused = Object.entries(attacked.failures).filter(([what]) => !mayRefuse?.test(what))
        const note = getP99(quiet) > quietMs ? ' (other programs use the machine)' : ''
        const p99 = `p99 ${ms(getP99(quiet))}${note} → ${ms(getP99(attacked))}`
        return {
          figure: `${name} (${sent}): ${[p99, ...slow.map(({ figure }) => figure)].join(', ')}`,
          faults: [
            ...unless(getP99(attacked) <= limit, `${p99}, allowed are ${ms(limit)}`),
            ...slow.flatMap(({ faults }) => faults),
            ...refused.map(([what, count]) => `${count} × ${what}`),
          ],
        }
      } finally {
        bystander.stop()
        attacker.stop()
      }
    },
    { ...asInstalled, ...env },
  )

function startClient() {
  const { ask, stop } = forkClient(join(import.meta.dirname, 'bystander', 'client.ts'))
  return { ask: <Reply>(order: ClientOrder) => ask<Reply>({ order }), stop }
}

/** An IP address other than the attacker's, as a proxy reports it. */
const anybody = { 'X-Forwarded-For': '192.0.2.7' }

async function createAccess({ db, server: { baseUrl }, tokens, signInAs }: OwnServer): Promise<CallerAccess> {
  const callers: Record<string, Record<string, string>> = {}
  for (const name of callerNames) callers[name] = { ...toBearer(await addToken(db, name)), ...anybody }
  const list = await fetch(`${baseUrl}/api/itsm/v1/changes?limit=1&sort=number`, {
    headers: toBearer(tokens.itsm.read),
  })
  const { result } = (await list.json()) as { result: { number: string }[] }
  return {
    baseUrl,
    callers: callers as CallerAccess['callers'],
    anybody,
    session: { ...(await signInAs('admin')), ...anybody },
    sender: { ...toBearer(senderSecret), ...anybody },
    senderPath: await addSenderTo(baseUrl, 'json'),
    changePath: `/api/itsm/v1/changes/${result[0]?.number}`,
    feedPath: await followEvents(baseUrl, toBearer(tokens.itsm.read)),
  }
}

async function addToken(db: Database, caller: string): Promise<string> {
  const actor = { kind: 'system', id: 'prove', name: 'prove' } as const
  const token = { system: 'itsm', role: null, name: `Second caller, ${caller}`, origin: 'entry' } as const
  const ctx = { db, actor, now: new Date(), requestId: 'prove' }
  const { secret } = await createToken(ctx, { ...token, scope: 'write', expiresAt: null })
  recordSecrets(secret)
  return secret
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

const getP99 = ({ milliseconds: { ordinary = [] } }: Sample) => percentile(ordinary, 99)
const ms = (milliseconds: number) => `${Math.round(milliseconds)} ms`
