import type { ReactNode } from 'react'
import { ruleNetworkLabel } from './labels'

/** A network's name, with its spelling in the API if that differs. */
export function networkValue(network: string, label = ruleNetworkLabel(network)): ReactNode {
  if (label === network) return network
  return (
    <>
      {label} <span className="font-mono text-sm text-ink-2">{network}</span>
    </>
  )
}
