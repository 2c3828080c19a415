import type { ComponentProps } from 'react'
import { Link } from './address'
import { buttonClass } from './button'

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'className'> &
  Pick<NonNullable<Parameters<typeof buttonClass>[0]>, 'kind' | 'size'>

/** A link to another page that looks like a button. */
export const ButtonLink = ({ kind, size, ...rest }: ButtonLinkProps) => (
  <Link className={buttonClass({ kind, size })} {...rest} />
)
