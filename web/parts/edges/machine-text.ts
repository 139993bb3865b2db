/** For what machines are called: nothing is corrected or completed. */
export const machineText = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const
