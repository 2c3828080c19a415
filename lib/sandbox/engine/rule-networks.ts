/** Networks as rules spell them. Allowed values are not shown; POLYGON was seen where transfers say POLYGON_POS. */
import { type CryptoNetwork, cryptoNetworks } from '../../api/transfers'

/** The network of a transfer that a rule's network means; undefined where no transfer could say it. */
export function networkNamed(name: string): CryptoNetwork | undefined {
  return name === 'POLYGON' ? 'POLYGON_POS' : cryptoNetworks.find((network) => network === name)
}
