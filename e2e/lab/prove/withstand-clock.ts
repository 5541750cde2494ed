import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { type Claim, toVerdict } from './claim.ts'
import { type AppCall, callServer, postImprovement } from './crash/call-server.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The offsets of the clock in milliseconds; a session lasts 8 hours. */
const jumps = [0, 5 * minute, -5 * minute, day, -day, 0, 400 * day, 0]

export const withstandClock: Claim = {
  name: 'withstand-clock',
  prove(ground) {
    const clock = join(ground.dataDir, 'clock')
    writeFileSync(clock, '0')
    const preload = pathToFileURL(join(projectDir, 'e2e', 'lab', 'prove', 'clock', 'jumping-clock.ts')).href
    const env = {
      HINDSIGHT_PROVE_CLOCK: clock,
      NODE_OPTIONS: `--import=${preload}`,
      // So low that a window from before the clock was set back would lock the caller out.
      HINDSIGHT_RATE_LIMIT: '40',
    }
    return withOwnServer(
      ground,
      async (own) => {
        const session = await own.signInAs('admin')
        const token = { Authorization: `Bearer ${own.tokens.itsm.write}` }
        const faults: string[] = []
        let count = 0
        const expectStatus = async (at: number, request: AppCall, allowed: readonly number[]) => {
          const reply = await callServer(own.server, request)
          count += 1
          if (!allowed.includes(reply?.status ?? 0)) {
            const where = `${at / minute} min off`
            faults.push(
              `${where}, ${request.method} ${request.path} returned ${reply?.status} ${JSON.stringify(reply?.body)}`,
            )
          }
          return reply
        }
        for (const jump of jumps) {
          writeFileSync(clock, String(jump))
          own.server.child.kill('SIGUSR2')
          await sleep(1_500)
          const list: AppCall = { method: 'GET', path: '/api/itsm/v1/changes?limit=5', headers: token }
          for (let n = 0; n < 6; n += 1) await expectStatus(jump, list, [200])
          const title = `Clock ${randomUUID()}`
          const post = postImprovement(title, { ...token, 'Idempotency-Key': title })
          const first = await expectStatus(jump, post, [201])
          const again = await expectStatus(jump, post, [201])
          if (JSON.stringify(first?.body) !== JSON.stringify(again?.body))
            faults.push(`a repeated POST was executed twice`)
          const isOver = jump > 8 * 60 * minute
          const queue: AppCall = { method: 'GET', path: '/api/app/v1/queue', headers: session }
          await expectStatus(jump, queue, isOver ? [401] : [200])
          await expectStatus(jump, { method: 'GET', path: '/api/ready', headers: {} }, [200])
        }
        faults.push(...own.server.lines.filter((line) => line.includes('"request failed"')))
        const figure = `${jumps.length - 1} jumps, ${count} requests, ${faults.length} faults`
        return toVerdict(figure, faults)
      },
      env,
    )
  },
}
