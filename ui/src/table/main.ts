console.log("table")
