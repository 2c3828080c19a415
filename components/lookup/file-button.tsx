'use client'
import { FileUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '@/components/ui/button'

type FileButtonProps = {
  /** Names the field. */
  label: string
  accept: string
  kind?: 'outline' | 'primary'
  onChoose: (file: File | undefined) => void
  children: ReactNode
}

/** A button that chooses a file. */
export function FileButton({ label, accept, kind, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button kind={kind} onClick={() => input.current?.click()}>
        <FileUp />
        {children}
      </Button>
    </>
  )
}

/** Why a file is not read: sheets and documents are no text. */
export const refusalOf = ({ name }: File) =>
  /\.(?:xlsx?|ods|pdf|docx?|zip)$/i.test(name)
    ? `${name} is not text. Save the sheet as CSV and choose that file.`
    : undefined
