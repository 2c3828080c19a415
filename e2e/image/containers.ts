/** Containers of the image, run by podman on this machine's network, with as few rights as can be given. */
import { type Ended, imageName, must, run, storage } from './build'

/**
 * A mixture of both versions of control groups stops crun, which needs none here; in a name space of its own the second
 * version can be left out.
 */
const alone = 'umount -l /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"'
const podmanWords = (words: string[]) => [
  ...['-m', '--propagation', 'private', 'sh', '-c', alone, 'podman'],
  ...[...storage, '--cgroup-manager', 'cgroupfs', ...words],
]

export const podman = (...words: string[]): Promise<Ended> => run('unshare', podmanWords(words))

/** No write but to volumes, not even to /tmp; a user that the image does not know; no capability. */
const locked = [
  ...['--cgroups=disabled', '--network=host', '--ulimit=nofile=1024:4096', '--ulimit=nproc=4096:4096'],
  ...['--read-only', '--read-only-tmpfs=false', '--user=54321:54321', '--cap-drop=all'],
  // As the balancer's name in compose.yaml.
  ...['--security-opt=no-new-privileges', '--add-host=sandbox.internal:127.0.0.1'],
]

type Start = { variables?: Record<string, string | number>; volumes?: string[]; command?: string[] }

const wordsOf = ({ variables = {}, volumes = [], command = [] }: Start) => [
  ...locked,
  ...Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  ...volumes.flatMap((volume) => ['-v', volume]),
  ...[imageName, ...command],
]

/** Runs a container to its end. */
export const runContainer = (start: Start): Promise<Ended> => podman('run', '--rm', ...wordsOf(start))

export type Container = {
  id: string
  logs: () => Promise<string>
  inside: (...words: string[]) => Promise<Ended>
  isHealthy: () => Promise<boolean>
  /** Sends SIGTERM, and SIGKILL after 40 s. @returns the code it ended with, and how long that took */
  stop: () => Promise<{ code: number; millis: number }>
}

const started = new Set<string>()

/** Starts a container in the background. */
export async function startContainer(start: Start): Promise<Container> {
  const id = await must('unshare', podmanWords(['run', '-d', ...wordsOf(start)]))
  started.add(id)
  return {
    id,
    async logs() {
      const { stdout, stderr } = await podman('logs', id)
      return stdout + stderr
    },
    inside: (...words) => podman('exec', id, ...words),
    isHealthy: async () => (await podman('healthcheck', 'run', id)).code === 0,
    async stop() {
      const began = performance.now()
      await podman('stop', '-t', '40', id)
      const millis = performance.now() - began
      const { stdout } = await podman('inspect', '--format', '{{.State.ExitCode}}', id)
      return { code: Number(stdout), millis }
    },
  }
}

/** Removes all containers of this run with their volumes. */
export async function removeContainers(): Promise<void> {
  if (started.size > 0) await podman('rm', '-f', '-v', '-t', '2', ...started)
  started.clear()
}
