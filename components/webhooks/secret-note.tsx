import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { Note } from '@/components/ui/status'

type SecretProps = { secret: string; children: ReactNode; onClose: () => void }

/** The button that ends a note. It takes the focus, so that nobody misses the note. */
function Done({ children, onClose }: Pick<SecretProps, 'children' | 'onClose'>) {
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus(), [])
  return (
    <Button ref={done} className="mt-4" kind="primary" onClick={onClose}>
      {children}
    </Button>
  )
}

/** A secret, which is shown once. */
export function SecretNote({ secret, children, onClose }: SecretProps) {
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
      <Done onClose={onClose}>I have copied it</Done>
    </>
  )
}

/** A secret that was made by a request whose answer did not arrive. */
export function LostSecretNote({ onClose }: Pick<SecretProps, 'onClose'>) {
  return (
    <>
      <Note tone="wait" icon={KeyRound} role="status" className="mt-4" title="The secret cannot be shown.">
        It was made, but the answer that contained it did not arrive, and it is sent only once. Choose "New secret" to
        make another one for the receiver.
      </Note>
      <Done onClose={onClose}>Close</Done>
    </>
  )
}

/** A chat tool checks no signature, so its webhook needs no secret. */
export function ChatNote({ tool, onClose }: Pick<SecretProps, 'onClose'> & { tool: string }) {
  return (
    <>
      <p role="status" className="mt-4 text-ink-2">
        Send a test from its page to see it in {tool}.
      </p>
      <Done onClose={onClose}>Close</Done>
    </>
  )
}
