/** What the layers of the image hold, read from its files as a registry would hand them out. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { imageName, must, run, storage, work } from './build'

type Manifest = { config: { digest: string }; layers: { digest: string }[] }

export type Layers = {
  /** Settings and history, as JSON. */
  config: string
  /** Every file of every layer, from the root. */
  files: string[]
  /** The files that contain a text, by layer. */
  holding: (text: string) => Promise<string[]>
}

export async function readLayers(): Promise<Layers> {
  const folder = join(work, 'saved')
  rmSync(folder, { recursive: true, force: true })
  await must('buildah', [...storage, 'push', imageName, `oci:${folder}:campaign`])
  const blob = (digest: string) => join(folder, 'blobs', digest.replace(':', '/'))
  const index: { manifests: { digest: string }[] } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
  const manifest: Manifest = JSON.parse(readFileSync(blob(index.manifests[0]?.digest ?? ''), 'utf8'))
  const layers = manifest.layers.map(({ digest }) => blob(digest))
  const lists = await Promise.all(layers.map((layer) => must('tar', ['-tzf', layer])))
  return {
    config: readFileSync(blob(manifest.config.digest), 'utf8'),
    files: lists.flatMap((list) => list.split('\n')).map((path) => path.replace(/^\.?\//, '')),
    async holding(text) {
      const count = 'tar -xzOf "$1" | grep -a -c -F -e "$2"'
      const found = await Promise.all(layers.map((layer) => run('sh', ['-c', count, 'sh', layer, text])))
      return layers.filter((_, index) => Number(found[index]?.stdout.trim()) > 0)
    },
  }
}
