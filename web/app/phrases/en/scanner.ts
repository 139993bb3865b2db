export const scanner = {
  scanner: {
    close: 'Close the camera',
    torch: 'Light',
    sound: 'Sound',
    picture: 'Picture of the camera',
    starting: 'Starting the camera …',
    aim: 'Hold the label into the picture. It reads by itself.',
    noDecoder: 'The code reader could not be loaded. Check the connection; it is tried again.',
    retry: 'Try again',
    photo: 'Photo',
    photoNothing: 'No code was found in the picture.',
    photoUnreadable: 'This picture could not be opened.',
    problem: {
      insecure: {
        title: 'The camera needs HTTPS',
        text: 'Browsers give a page the camera only over a secure connection. Whoever runs the server sets it up once with this command:',
      },
      absent: {
        title: 'No camera found',
        text: 'Read the label from a photo, type its serial number, or use a hand scanner.',
      },
      refused: {
        title: 'The camera is not permitted',
        text: 'Permit the camera for this site: in the settings of the browser, beside its address. Then try again.',
      },
      busy: {
        title: 'The camera is in use',
        text: 'Close other apps that use the camera, then try again.',
      },
    },
  },
} as const
