import { formAgrees } from './agreement'

formAgrees('initiateSandboxFiatDeposit')
