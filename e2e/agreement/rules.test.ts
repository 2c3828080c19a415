import { formAgrees } from './agreement'

formAgrees('createRule')
