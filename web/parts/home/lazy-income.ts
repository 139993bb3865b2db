import { lazySheet } from '../../app/failure/lazy-sheet.tsx'

export const IncomeSheet = lazySheet(async () => (await import('./income-sheet.tsx')).IncomeSheet)
