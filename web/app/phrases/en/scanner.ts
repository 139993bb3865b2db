export const scanner = {
  scanner: {
    close: 'Close the camera',
    torch: 'Light',
    sound: 'Sound',
    picture: 'Camera view',
    starting: 'Starting the camera …',
    aim: 'Point the camera at the label. It scans automatically.',
    noDecoder: 'Could not load the code reader. Check your connection; retrying.',
    retry: 'Try again',
    photo: 'Photo',
    photoNothing: 'No code found in this photo.',
    photoUnreadable: 'Could not open this photo.',
    problem: {
      insecure: {
        title: 'The camera needs HTTPS',
        text: 'Browsers allow the camera only over HTTPS. Whoever runs the server can set it up with this command:',
      },
      absent: {
        title: 'No camera found',
        text: 'Read the label from a photo, type its serial number, or use a hand scanner.',
      },
      refused: {
        title: 'Camera access is off',
        text: 'Allow the camera for this site in your browser settings, then try again.',
      },
      busy: {
        title: 'The camera is in use',
        text: 'Close other apps that use the camera, then try again.',
      },
    },
  },
} as const
