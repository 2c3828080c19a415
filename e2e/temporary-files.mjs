// @ts-check
import { existsSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'

/** Puts temporary files of tests in memory, if there is room, because databases sync a disk at each commit. */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize >= 2 ** 30) process.env.TMPDIR = memory
}
