import { expect, it } from 'vitest'
import { makerCodes } from '../alarms/maker-codes.ts'
import { isAboutString, makersOfStrings, ofStrings } from './subjects.ts'

it('the codes of makers that are about strings are those whose kind is', () => {
  const told = Object.entries(makerCodes).flatMap(([code, kind]) => (ofStrings.has(kind) ? [code] : []))
  expect([...makersOfStrings].toSorted()).toEqual(told.toSorted())
  expect(['Sungrow.16', 'sungrow.39', 'RULE-STRING-CURRENT', 'sungrow.9999'].map(isAboutString)).toEqual([
    true,
    false,
    true,
    false,
  ])
})
