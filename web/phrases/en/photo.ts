/** A picture that is taken or chosen and sent. */
export const photo = {
  photo: {
    optional: 'optional',
    choose: 'Take or choose a picture',
    preview: 'Preview of the picture',
    broken: 'This picture is no longer there. Choose another one or remove it.',
    preparing: 'Preparing',
    sending: 'Upload progress',
    percent: '{share}%',
    notSent: 'The picture could not be sent. It is kept on this phone.',
    retry: 'Try again',
    replace: 'Replace',
    remove: 'Remove',
    ofMax: '{count} of {max}',
    addPicture: 'Add',
    addFile: 'Add a file',
    tooMany: 'At most {max}. The others were left out.',
    fileNotSent: 'Not sent. It is kept on this phone.',
    signHere: 'Sign here with a finger',
    signed: 'Signature',
    clearSignature: 'Sign anew',
  },
} as const
