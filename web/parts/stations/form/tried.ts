import { createContext, useContext } from 'react'
import { stepOf, type StepName } from './steps.ts'

/** Steps that a person has tried to leave or save: there everything wrong is said, left fields or not. */
export const TriedSteps = createContext<ReadonlySet<StepName>>(new Set())
export const useTried = (field: string): boolean => useContext(TriedSteps).has(stepOf(field))
