import { inject } from 'vitest'
import { shiftClock } from './clock.ts'

// Before each file: the one before may have moved it.
shiftClock(inject('clockShift'))
