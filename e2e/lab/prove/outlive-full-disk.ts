import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { withServer } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { improvements } from '#server/schema/improvements.ts'
import { type Claim, skipped, toVerdict, type Verdict } from './claim.ts'
import { callServer, get, postImprovement } from './crash/call-server.ts'
import { fillState, inState, withOwnState } from './crash/own-state.ts'

export const outliveFullDisk: Claim = {
  name: 'outlive-full-disk',
  prove: () =>
    withFolder('full', async (mount) => {
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'hindsight-full', mount], { stdio: 'ignore' })
      } catch {
        return skipped('not tried: this user may not mount a small disk')
      }
      try {
        return await fillAndFree(mount)
      } finally {
        execFileSync('umount', ['--lazy', mount])
      }
    }),
}

function fillAndFree(mount: string): Promise<Verdict> {
  return withOwnState(async (state) => {
    const tokens = await fillState(state)
    const headers = { Authorization: `Bearer ${tokens.itsm.write}` }
    const titles: string[] = []
    const faults: string[] = []
    const counts = { refused: 0 }
    await withServer(state.env, async (server) => {
      const post = async (title: string) => {
        const reply = await callServer(server, postImprovement(title, headers, { description: 'x'.repeat(19_000) }))
        if (reply?.status === 201) titles.push(title)
        else if (reply?.status === 503 && reply.retryAfter !== null) counts.refused += 1
        else faults.push(`a write on a full disk returned ${reply?.status} ${JSON.stringify(reply?.body)}`)
        return reply?.status
      }
      await post('before')
      const ballast = join(mount, 'ballast')
      const { bavail, bsize } = statfsSync(mount)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 2_000_000))
      for (let n = 0; counts.refused < 20 && n < 5_000; n += 1) await post(`full ${n}`)
      const health = await get(server, '/api/health', headers)
      if (health?.status !== 200) faults.push(`health returned ${health?.status} on a full disk`)
      const isUnready = async () => (await get(server, '/api/ready', headers))?.status === 503
      await waitUntil('a full disk shows in /api/ready', isUnready, { timeoutMs: 20_000, pollMs: 200 })
      rmSync(ballast)
      let tries = 0
      const isBack = async () => (await post(`after ${tries++}`)) === 201
      await waitUntil('a write succeeds, as space is free', isBack, { timeoutMs: 60_000, pollMs: 200 })
      const isReady = async () => (await get(server, '/api/ready', headers))?.status === 200
      await waitUntil('free space shows in /api/ready', isReady, { timeoutMs: 20_000, pollMs: 200 })
      for (const sentence of ['the disk of the database is full', 'the disk of the database has space again']) {
        const { length } = server.lines.filter((line) => line.includes(sentence))
        if (length !== 1) faults.push(`${length} lines of the log say: ${sentence}`)
      }
      faults.push(...server.lines.filter((line) => line.includes('"request failed"')))
    })
    const storedCount = await inState(state, ({ db }) => db.$count(improvements, inArray(improvements.title, titles)))
    if (storedCount !== titles.length) faults.push(`LOST: ${titles.length - storedCount} acknowledged writes`)
    const figure = `${titles.length} writes acknowledged and ${storedCount} stored, ${counts.refused} rejected with 503, ${faults.length} faults`
    return toVerdict(figure, faults, counts.refused > 0)
  }, mount)
}
