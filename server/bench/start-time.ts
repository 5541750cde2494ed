import { type ServerCommand, startServer } from './started-server.ts'
import { median } from './statistics.ts'

/** Milliseconds from the start of a command, its database at rest, to its first answer: the median of some starts. */
export async function measureStart(command: ServerCommand, starts: number): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const server = await startServer(command)
    times.push(server.startTime)
    await server.stop()
  }
  return median(times)
}
