import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { residentMemory } from '#e2e/lab/bench/process-usage.ts'
import { withOwnServer } from '#e2e/own-server.ts'
import { withFolder } from '#e2e/resources.ts'
import { type Claim, findProgram, notInstalled, skipped, verdictOf } from '../claim.ts'

const most = { seconds: 10, moreMemory: 1.25 }

export const handOverPack: Claim = {
  name: 'hand-over-pack',
  claim: `The evidence pack of 25 reviews comes within ${most.seconds} s at constant memory; sha256sum verifies it and names a changed file`,
  async prove(ground, { isQuick }) {
    if (!findProgram('unzip')) return skipped(notInstalled('unzip', 'unzip'))
    return withOwnServer(ground, async ({ server, sessionOf }) => {
      const headers = await sessionOf('auditor')
      const get = async (path: string) => fetch(`${server.baseUrl}/api/app/v1/audits${path}`, { headers })
      const { result } = (await (await get('')).json()) as { result: { id: string }[] }
      const times: number[] = []
      const used: number[] = []
      let pack = new Uint8Array()
      for (let round = 0; round < (isQuick ? 2 : 6); round += 1) {
        const started = performance.now()
        pack = await (await get(`/${result[0]?.id}/pack`)).bytes()
        times.push((performance.now() - started) / 1000)
        used.push(residentMemory(server.child.pid ?? 0))
      }
      const [slowest, growth] = [Math.max(...times), (used.at(-1) ?? 0) / (used[0] ?? 0)]
      const faults = [
        ...(slowest <= most.seconds ? [] : [`A pack took ${slowest.toFixed(1)} s`]),
        ...(growth <= most.moreMemory
          ? []
          : [`Memory grew from ${used[0]?.toFixed()} to ${used.at(-1)?.toFixed()} MB`]),
        ...(await withFolder('pack', (folder) => checkSums(folder, pack))),
      ]
      const figure = `${times.length} packs of ${(pack.length / 1e6).toFixed(1)} MB, each within ${slowest.toFixed(1)} s; memory × ${growth.toFixed(2)} from the first to the last`
      return verdictOf(figure, faults)
    })
  },
}

/** What is wrong with the checksums of a pack, and then of the same pack with one more byte in a file. */
function checkSums(folder: string, pack: Uint8Array): string[] {
  writeFileSync(join(folder, 'pack.zip'), pack)
  execFileSync('unzip', ['-q', 'pack.zip'], { cwd: folder })
  const failed = () => {
    const { stdout } = spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    return stdout.trim()
  }
  const whole = failed()
  appendFileSync(join(folder, 'population.csv'), ' ')
  const changed = failed()
  return [
    ...(whole === '' ? [] : [whole]),
    ...(changed === 'population.csv: FAILED' ? [] : [`A changed population.csv is reported as: ${changed}`]),
  ]
}
