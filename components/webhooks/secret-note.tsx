import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { Note } from '@/components/ui/status'

type SecretProps = { secret: string; children: ReactNode; onClose: () => void }

/** A secret, which is shown once. The focus goes to the button that ends it, so that nobody misses it. */
export function SecretNote({ secret, children, onClose }: SecretProps) {
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus(), [])
  return (
    <>
      <Note
        tone="wait"
        icon={KeyRound}
        role="status"
        className="mt-4"
        title="Copy the secret now. It is not shown again."
      >
        {children}
      </Note>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <code className="font-mono [overflow-wrap:anywhere]">{secret}</code>
        <CopyButton text={secret} what="secret" />
      </p>
      <Button ref={done} className="mt-4" kind="primary" onClick={onClose}>
        I have copied it
      </Button>
    </>
  )
}
