/**
 * Property tests draw the same values in every run of `npm test`, so that a commit that passed once passes again. The
 * campaign draws others: each round of `--seeds` passes its own PROPERTY_SEED, its long tests pick and print theirs.
 */
import fc from 'fast-check'

if (!process.env.CAMPAIGN) fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
