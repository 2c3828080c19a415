import Link from 'next/link'
import type { ComponentProps } from 'react'
import { buttonClass } from './button'

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'className'> &
  Pick<NonNullable<Parameters<typeof buttonClass>[0]>, 'kind' | 'size'>

/**
 * A link to another page that looks like a button. Its page is loaded when it is followed, not before. Apart from the
 * buttons, because the sign-in page has buttons and does not load next/link.
 */
export const ButtonLink = ({ kind, size, ...rest }: ButtonLinkProps) => (
  <Link prefetch={false} className={buttonClass({ kind, size })} {...rest} />
)
