import type { ComponentProps } from 'react'

const kinds = {
  outline: 'border-control bg-surface px-3 text-ink hover:bg-hover',
  primary: 'border-env bg-env px-3 text-env-on hover:border-env-hover hover:bg-env-hover',
  plain: 'border-transparent px-2 text-ink-2 hover:bg-hover hover:text-ink',
  /** For a link or button that is off: the reason stands beside it. */
  off: 'cursor-not-allowed border-hairline-strong bg-sunken px-3 text-ink-3',
}
const sizes = {
  bar: 'min-h-[30px] text-base max-sm:min-h-10 max-sm:text-md',
  note: 'min-h-[26px] text-base max-sm:min-h-9',
  large: 'min-h-[38px] w-full text-md max-sm:min-h-[46px] max-sm:text-lg',
  icon: 'size-[30px] px-0! text-base max-sm:size-10',
}

/** Classes of a button, for what is one by look: links too. */
export function buttonClass(kind: keyof typeof kinds = 'outline', size: keyof typeof sizes = 'bar'): string {
  return `inline-flex items-center justify-center gap-1.5 rounded-2 border font-label leading-none whitespace-nowrap no-underline transition-colors duration-(--fast) max-sm:leading-tight max-sm:whitespace-normal print:hidden ${kinds[kind]} ${sizes[size]}`
}

type ButtonProps = ComponentProps<'button'> & { kind?: keyof typeof kinds; size?: keyof typeof sizes }

/** A button; it never submits a form unless it says so. */
export function Button({ kind, size, className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(kind, size)} ${className}`} {...rest} />
}
